/** Queries that were met before are kept by the memory they take, not by the length of their texts. */

import { describe, expect, test } from '@jest/globals'
import { createDocuments } from '../../../src/api/graphql/documents.ts'

/** As they read what strangers ask. */
function documents(options = { introspection: true }) {
  const { read } = createDocuments(options)
  return { read: (query: string) => read(query, false) }
}
/** A comment makes each another text. */
const usual = (name: number) => `# ${name}\n{ graph(id: "${name}") { title permalink } }`
const ofManyTokens = (name: number) => `#${name}\n{graph(id:[${'[]'.repeat(1_400)}]){title}}`
const ofManyErrors = (name: number) =>
  `#${name}\n{${Array.from({ length: 150 }, (_, at) => `n${at}`).join(' ')}}`

describe('what is read of queries', () => {
  test('is told of in few errors, as each may repeat all that was sent', () => {
    const parts = Array.from({ length: 700 }, (_, at) => `part${at}: 1`).join(' ')
    const { errors } = documents().read(
      `{ checkFigure(input: { data: [], ${parts} }) { errors { path } } }`,
    ) as { errors: readonly Error[] }
    // The last one says that there are more.
    expect(errors).toHaveLength(11)
    expect(errors.at(-1)?.message).toMatch(/^Too many validation errors/)
  })

  test('is read once, whether they are answered, wrong or refused', () => {
    const { read } = documents()
    for (const query of [usual(1), '{ nothing }', '{ graph(', `{ ${'a '.repeat(1_001)} }`]) {
      expect(read(query)).toBe(read(query))
    }
  })

  test.each([
    ['of many tokens', ofManyTokens],
    ['with many errors', ofManyErrors],
  ])('is not kept of two hundred %s, however short', (_name, query) => {
    const { read } = documents()
    const [first] = Array.from({ length: 200 }, (_, at) => read(query(at)))
    expect(read(query(0))).not.toBe(first)
  })

  test('is kept of a thousand usual ones', () => {
    const { read } = documents()
    const first = Array.from({ length: 1_000 }, (_, at) => read(usual(at)))
    expect(first.every((each, at) => each === read(usual(at)))).toBe(true)
  })

  test('says what is wrong', () => {
    const { read } = documents()
    expect(read('{ nothing }')).toMatchObject({ errors: [{ message: expect.stringMatching(/nothing/) }] })
    expect(read('{ graph(')).toMatchObject({ refusal: { message: expect.stringMatching(/Syntax/) } })
    expect(documents({ introspection: false }).read('{ __schema { types { name } } }')).toMatchObject({
      errors: [{}, {}],
    })
  })
})
