/** Ids of graphs, and whose they are. */

import { describe, expect, test } from '@jest/globals'
import type { Actor } from '../../src/domain/actor.ts'
import { accountIdOf, createGraphIds, keyIdOf, parseGraphId, requireGraphId } from '../../src/domain/ids.ts'
import { requireOwner, requireScope } from '../../src/domain/policy.ts'

describe('an id of a graph', () => {
  test('has 21 letters, digits, "_" or "-"', () => {
    const id = 'aZ09_-aZ09_-aZ09_-aZ0'
    expect(parseGraphId(id)).toBe(id)
    expect(requireGraphId(id)).toBe(id)
    for (const other of [
      '',
      id.slice(1),
      `${id}x`,
      `${id.slice(1)}.`,
      `${id.slice(1)}é`,
      ` ${id.slice(1)}`,
    ]) {
      expect(parseGraphId(other)).toBeNull()
      expect(() => requireGraphId(other)).toThrow(expect.objectContaining({ code: 'graph_not_found' }))
    }
  })

  test('is new each time', () => {
    const newId = createGraphIds()
    const ids = Array.from({ length: 2_000 }, newId)
    expect(new Set(ids).size).toBe(2_000)
    for (const id of ids) expect(parseGraphId(id)).toBe(id)
    // No part is taken from the neighbour: few ids share their first or last characters.
    expect(new Set(ids.map(id => id.slice(0, 8))).size).toBe(2_000)
    expect(new Set(ids.map(id => id.slice(-8))).size).toBe(2_000)
  })
})

describe('a credential', () => {
  const actor: Actor = {
    accountId: accountIdOf('ada'),
    scopes: new Set(['graphs:read', 'graphs:write']),
    credential: { kind: 'key', id: keyIdOf('0') },
  }

  test('does what its scopes allow, and is told which one it lacks', () => {
    expect(() => requireScope(actor, 'graphs:write')).not.toThrow()
    expect(() => requireScope(actor, 'graphs:delete')).toThrow(
      expect.objectContaining({ code: 'forbidden', message: expect.stringContaining('graphs:delete') }),
    )
  })

  test('changes the graphs of its own account only', () => {
    expect(() => requireOwner(actor, { accountId: accountIdOf('ada') })).not.toThrow()
    expect(() => requireOwner(actor, { accountId: accountIdOf('grace') })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
  })
})
