import { describe, expect, test } from '@jest/globals'
import { graphNotFound, versionNotFound } from '../../src/errors/errors.ts'
import { withVersion } from '../../src/http/representations/newest.ts'
import { graphIdOf } from '../support/ids.ts'
import { graphRecord } from '../support/records.ts'

const graphId = graphIdOf('g')

/** A graph that is replaced, and its replaced version removed, each time before it is answered. */
function replaced(times: number) {
  const found: (number | undefined)[] = []
  const find = async (_id: unknown, version?: number) => {
    found.push(version)
    return graphRecord(graphId, { version: version ?? found.length })
  }
  const answered: number[] = []
  const answer = async ({ version }: { readonly version: number }) => {
    answered.push(version)
    if (answered.length <= times) throw versionNotFound(version)
  }
  return { graphs: { find }, answer, answered }
}

describe('the newest version', () => {
  test.each([0, 1, 4])('is answered though it was replaced %i times meanwhile', async times => {
    const { graphs, answer, answered } = replaced(times)
    await withVersion(graphs, { graphId, version: undefined }, answer)
    expect(answered).toHaveLength(times + 1)
    expect(answered.at(-1)).toBe(times + 1)
  })

  test('is given up where it never stays', async () => {
    const { graphs, answer, answered } = replaced(1_000)
    const newest = withVersion(graphs, { graphId, version: undefined }, answer)
    await expect(newest).rejects.toMatchObject({ code: 'version_not_found' })
    expect(answered).toHaveLength(5)
  })
})

test('a version that was named is looked for once', async () => {
  const { graphs, answer, answered } = replaced(1)
  await expect(withVersion(graphs, { graphId, version: 3 }, answer)).rejects.toMatchObject({
    code: 'version_not_found',
  })
  expect(answered).toEqual([3])
})

test('a graph that is not there is not answered', async () => {
  const answer = withVersion({ find: async () => null }, { graphId, version: undefined }, async () => {
    throw new Error('answered')
  })
  await expect(answer).rejects.toMatchObject({ code: 'graph_not_found' })
})

test.each([new Error('the disk smokes'), graphNotFound('g')])('%s is passed on at once', async failure => {
  let answers = 0
  const answer = withVersion(replaced(0).graphs, { graphId, version: undefined }, async () => {
    answers += 1
    throw failure
  })
  await expect(answer).rejects.toBe(failure)
  expect(answers).toBe(1)
})
