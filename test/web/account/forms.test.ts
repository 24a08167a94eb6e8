/** What the forms of the account pages say to the software that fills them in. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createOperator } from '../../../src/accounts/operator.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { Visitor } from '../../support/visitor.ts'

let service: TestService
let here: Visitor

beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open' })
  here = new Visitor(service.baseUrl)
  await here.get(`/account/link/${await createOperator(service.app.store).invite('ada@example.org')}`)
})
afterAll(() => service.close())

/** Each input of a page that a person fills in: its name, type and autocomplete. */
async function inputs(visitor: Visitor, path: string) {
  const { text } = await visitor.get(path)
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
  return [...text.matchAll(/<input [^>]*>/g)]
    .map(([tag]) => tag)
    .filter(tag => !tag.includes('type="hidden"'))
    .map(tag => [attribute(tag, 'name'), attribute(tag, 'type'), attribute(tag, 'autocomplete')])
}

describe('forms', () => {
  test('say to password managers what each field is, and leave pasting alone', async () => {
    const stranger = new Visitor(service.baseUrl)
    expect(await inputs(stranger, '/account/sign-in')).toEqual([
      ['email', 'text', 'username'],
      ['password', 'password', 'current-password'],
    ])
    expect(await inputs(stranger, '/account/sign-up')).toEqual([
      ['email', 'text', 'username'],
      ['password', 'password', 'new-password'],
    ])
    expect(await inputs(here, '/account/link')).toEqual([
      ['email', 'text', 'username'],
      ['password', 'password', 'new-password'],
    ])
    await here.post('/account/link', { password: 'tidal lantern orbit moss' })
    const settings = await inputs(here, '/account/settings')
    expect(settings).toContainEqual(['current', 'password', 'current-password'])
    expect(settings).toContainEqual(['password', 'password', 'new-password'])
    expect((await here.get('/account/settings')).text).not.toMatch(
      /onpaste|maxlength="\d{1,2}"[^>]*type="password"/,
    )
  })

  test('ask for nothing but an address and passwords', async () => {
    const stranger = new Visitor(service.baseUrl)
    for (const path of ['/account/sign-in', '/account/sign-up']) {
      const names = (await inputs(stranger, path)).map(([name]) => name)
      expect(names).toEqual(['email', 'password'])
    }
  })

  test('offer to sign out on every page of somebody signed in', async () => {
    const errors = ['/account/none', '/account/graphs/abcdefghijklmnopqrstu']
    for (const path of ['/account', '/account/graphs', '/account/settings', '/account/delete', ...errors]) {
      expect((await here.get(path)).text).toContain('<form method="post" action="/account/sign-out">')
    }
  })
})
