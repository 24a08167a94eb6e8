/** The account that asks: its graphs page by page, its keys. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { create, type QuietService, startQuietService } from './service.ts'

let service: QuietService
const titles = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']

beforeAll(async () => {
  service = await startQuietService()
  for (const title of titles) await create(service, { data: [], layout: { title } })
  const stranger = await service.newKey({ email: 'stranger@example.com' })
  await create(service, { data: [], layout: { title: 'Not mine' } }, { key: stranger })
})
afterAll(() => service.close())

const newestFirst = [...titles].reverse()

interface Page {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly title: string } }[]
  readonly pageInfo: {
    readonly hasNextPage: boolean
    readonly hasPreviousPage: boolean
    readonly startCursor: string
    readonly endCursor: string
  }
}

async function page(args: string): Promise<Page> {
  const { data, errors } = await service.ask(
    `{ viewer { graphs(${args}) { edges { cursor node { title } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
  )
  expect(errors).toEqual([])
  return data.viewer.graphs
}

const titlesOf = ({ edges }: Page) => edges.map(({ node }) => node.title)

describe('viewer', () => {
  test('is null without a key', async () => {
    const { data, errors } = await service.ask('{ viewer { scopes } }', {}, { key: null })
    expect(errors).toEqual([])
    expect(data).toEqual({ viewer: null })
  })

  test('is an error with a key that is not valid', async () => {
    const { data, errors } = await service.ask('{ viewer { scopes } }', {}, { key: 'wrong' })
    expect(data).toEqual({ viewer: null })
    expect(errors[0]?.extensions.code).toBe('unauthenticated')
  })

  test('tells what the key may do, and refuses only what it may not', async () => {
    const key = await service.newKey({ scopes: ['graphs:read'] })
    const { data, errors } = await service.ask(
      '{ viewer { scopes graphCount graphs(first: 1) { nodes { title } } apiKeys { name } } }',
      {},
      { key },
    )
    expect(data.viewer).toEqual({
      scopes: ['graphs:read'],
      graphCount: 5,
      graphs: { nodes: [{ title: 'Epsilon' }] },
      apiKeys: null,
    })
    expect(errors).toMatchObject([{ path: ['viewer', 'apiKeys'], extensions: { code: 'forbidden' } }])
  })
})

describe('viewer.graphs', () => {
  test('goes forwards, newest first, to the end', async () => {
    const first = await page('first: 2')
    expect(titlesOf(first)).toEqual(newestFirst.slice(0, 2))
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const second = await page(`first: 2, after: "${first.pageInfo.endCursor}"`)
    expect(titlesOf(second)).toEqual(newestFirst.slice(2, 4))
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    const third = await page(`first: 2, after: "${second.pageInfo.endCursor}"`)
    expect(titlesOf(third)).toEqual(newestFirst.slice(4))
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  test('goes backwards from the oldest', async () => {
    const last = await page('last: 2')
    expect(titlesOf(last)).toEqual(newestFirst.slice(3))
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    const before = await page(`last: 4, before: "${last.pageInfo.startCursor}"`)
    expect(titlesOf(before)).toEqual(newestFirst.slice(0, 3))
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
  })

  test('gives all of few, each with the cursor of its place', async () => {
    const all = await page('first: 20')
    expect(titlesOf(all)).toEqual(newestFirst)
    const after = await page(`after: "${all.edges[1]?.cursor}"`)
    expect(titlesOf(after)).toEqual(newestFirst.slice(2))
  })

  test('gives what lies between two cursors, from either end', async () => {
    const [a, , , , e] = (await page('first: 5')).edges.map(({ cursor }) => cursor)
    const between = `after: "${a}", before: "${e}"`
    const all = await page(between)
    expect(titlesOf(all)).toEqual(newestFirst.slice(1, 4))
    expect(all.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    expect(titlesOf(await page(`${between}, first: 2`))).toEqual(newestFirst.slice(1, 3))
    expect(titlesOf(await page(`${between}, last: 2`))).toEqual(newestFirst.slice(2, 4))
    expect(titlesOf(await page(`before: "${e}", first: 10`))).toEqual(newestFirst.slice(0, 4))
    expect(titlesOf(await page(`after: "${a}", last: 10`))).toEqual(newestFirst.slice(1))
    expect(titlesOf(await page(`after: "${e}", before: "${a}"`))).toEqual([])
  })

  test('gives none when none are asked for, and says that there are more', async () => {
    for (const args of ['first: 0', 'last: 0']) expect(titlesOf(await page(args))).toEqual([])
    expect((await page('first: 0')).pageInfo.hasNextPage).toBe(true)
    expect((await page('last: 0')).pageInfo.hasPreviousPage).toBe(true)
  })

  test('finds by title, letter case ignored', async () => {
    expect(titlesOf(await page('title: "ET"'))).toEqual(['Beta'])
    expect(titlesOf(await page('title: "nothing like it"'))).toEqual([])
  })

  test('a page of nothing has no cursors', async () => {
    expect((await page('title: "nothing like it"')).pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: null,
    })
  })

  test.each([
    ['first: -1', 'first'],
    ['last: -1', 'last'],
    ['first: 101', 'first'],
    ['first: 1, last: 1', 'last'],
    ['first: 0, last: 0', 'last'],
    ['after: "?"', 'after'],
  ])('refuses (%s)', async (args, path) => {
    const { errors } = await service.ask(`{ viewer { graphs(${args}) { nodes { title } } } }`)
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter' })
    expect(errors[0]?.extensions.details?.map(detail => detail.path)).toContain(path)
  })
})

describe('keys', () => {
  const createKey = (input: unknown, key?: string) =>
    service.ask(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { id keyId name prefix scopes expiresAt revokedAt lastUsedAt } } }',
      { input },
      key ? { key } : {},
    )

  test('are created, listed, used, rotated and revoked', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const { data, errors } = await createKey({
      name: 'CI',
      scopes: ['graphs:write', 'graphs:read'],
      expiresAt,
    })
    expect(errors).toEqual([])
    const { secret, apiKey } = data.createApiKey
    expect(apiKey).toMatchObject({
      name: 'CI',
      scopes: ['graphs:write', 'graphs:read'],
      expiresAt,
      revokedAt: null,
    })
    expect(secret.startsWith(apiKey.prefix)).toBe(true)
    await create(service, { data: [] }, { key: secret })

    const { data: listed, text } = await service.ask('{ viewer { apiKeys { keyId name } } }')
    expect(listed.viewer.apiKeys).toContainEqual({ keyId: apiKey.keyId, name: 'CI' })
    expect(text).not.toContain(secret)

    const { data: rotated } = await service.ask(
      'mutation ($keyId: ID!) { rotateApiKey(keyId: $keyId, graceSeconds: 0) { secret apiKey { keyId name scopes } } }',
      { keyId: apiKey.keyId },
    )
    const fresh = rotated.rotateApiKey
    expect(fresh.apiKey).toMatchObject({ name: 'CI', scopes: ['graphs:write', 'graphs:read'] })
    expect((await service.ask('{ viewer { scopes } }', {}, { key: fresh.secret })).errors).toEqual([])

    const revoke = 'mutation ($keyId: ID!) { revokeApiKey(keyId: $keyId) { revokedKeyId } }'
    const { data: revoked } = await service.ask(revoke, { keyId: fresh.apiKey.keyId })
    expect(revoked.revokeApiKey).toEqual({ revokedKeyId: fresh.apiKey.keyId })
    const { errors: refused } = await service.ask('{ viewer { scopes } }', {}, { key: fresh.secret })
    expect(refused[0]?.extensions.code).toBe('unauthenticated')
  })

  test('are nodes for their own account alone', async () => {
    const { data } = await createKey({ name: 'Node' })
    const node = (key: string) =>
      service.ask(
        'query ($id: ID!) { node(id: $id) { ... on ApiKey { name } } }',
        { id: data.createApiKey.apiKey.id },
        { key },
      )
    expect((await node(service.key)).data).toEqual({ node: { name: 'Node' } })
    const stranger = await service.newKey({ email: 'other@example.com' })
    expect((await node(stranger)).data).toEqual({ node: null })
  })

  test('grant no scope that the caller lacks', async () => {
    const key = await service.newKey({ scopes: ['keys:manage', 'graphs:read'] })
    const { errors } = await createKey({ name: 'More', scopes: ['graphs:write'] }, key)
    expect(errors[0]?.extensions.code).toBe('forbidden')
    const { data } = await createKey({ name: 'As much' }, key)
    expect([...data.createApiKey.apiKey.scopes].sort()).toEqual(['graphs:read', 'keys:manage'])
  })

  test('need the scope keys:manage', async () => {
    const key = await service.newKey({ scopes: ['graphs:write'] })
    expect((await createKey({ name: 'No' }, key)).errors[0]?.extensions.code).toBe('forbidden')
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(200) }, 'name'],
    [{ name: 'Past', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'Nothing', scopes: [] }, 'scopes'],
  ])('%j is refused', async (input, path) => {
    const { errors } = await createKey(input)
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_parameter', details: [{ path }] })
  })

  test.each(['tomorrow', '2090-02-30T00:00:00Z', '2090-01-31'])(
    '%j as an expiry is refused',
    async expiresAt => {
      const { errors } = await createKey({ name: 'When', expiresAt })
      expect(errors[0]?.extensions.code).toBe('invalid_parameter')
      expect(errors[0]?.message).toContain('DateTime')
    },
  )

  test('unknown ones are not_found', async () => {
    const { errors } = await service.ask('mutation { revokeApiKey(keyId: "nothing") { revokedKeyId } }')
    expect(errors[0]?.extensions.code).toBe('not_found')
  })
})
