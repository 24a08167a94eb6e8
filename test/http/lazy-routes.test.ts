import { expect, test } from '@jest/globals'
import type { Context, Middleware } from '../../src/http/context.ts'
import { createLazyRoutes } from '../../src/http/middleware/lazy-routes.ts'

const at = (path: string) => ({ path }) as Context
const passedOn = async () => 'passed on'

function counted(name: string) {
  let opened = 0
  const open = async (): Promise<Middleware> => {
    opened += 1
    return async () => name
  }
  return { open, opened: () => opened }
}

test('routes are brought by the first request at or under their paths, once', async () => {
  const docs = counted('docs')
  const routes = createLazyRoutes().under(['/docs', '/v1/openapi.json'], docs.open)
  expect(await routes(at('/v1/graph'), passedOn)).toBe('passed on')
  expect(await routes(at('/docsx'), passedOn)).toBe('passed on')
  expect(docs.opened()).toBe(0)
  for (const path of ['/docs', '/docs/', '/docs/graph', '/v1/openapi.json']) {
    expect(await routes(at(path), passedOn)).toBe('docs')
  }
  expect(docs.opened()).toBe(1)
})

test('all of them can be brought before anybody asks', async () => {
  const lazy = createLazyRoutes()
  const [docs, account] = [counted('docs'), counted('account')]
  const routes = lazy.under(['/docs'], docs.open)
  lazy.under(['/account'], account.open)
  await lazy.openAll()
  expect([docs.opened(), account.opened()]).toEqual([1, 1])
  expect(await routes(at('/docs'), passedOn)).toBe('docs')
  expect(docs.opened()).toBe(1)
})
