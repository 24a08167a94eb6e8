import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { NotJson, scan, type Visitor } from '../../../../src/domain/figure/json/scan.ts'
import { examples } from '../../../support/property.ts'

/** Builds the value again from what the scanner tells, so that nothing told can be wrong unnoticed. */
class Rebuilder implements Visitor {
  value: unknown
  readonly #text: Buffer
  readonly #open: { readonly value: unknown[] | Record<string, unknown>; key: string }[] = []

  constructor(text: Buffer) {
    this.#text = text
  }
  openObject() {
    this.#open.push({ value: Object.create(null), key: '' })
  }
  openArray() {
    this.#open.push({ value: [], key: '' })
  }
  close() {
    this.#put(this.#open.pop()?.value)
  }
  key(start: number, end: number, plain: boolean) {
    const text = this.#text.toString('utf8', start, end)
    expect(plain).toBe(!text.includes('\\'))
    this.#open.at(-1)!.key = JSON.parse(text)
  }
  scalar(start: number, end: number) {
    this.#put(JSON.parse(this.#text.toString('utf8', start, end)))
  }
  #put(value: unknown) {
    const parent = this.#open.at(-1)
    if (!parent) this.value = value
    else if (Array.isArray(parent.value)) parent.value.push(value)
    else parent.value[parent.key] = value
  }
}

const silent: Visitor = { openObject() {}, openArray() {}, close() {}, key() {}, scalar() {} }

function accepts(text: Buffer): boolean {
  try {
    scan(text, silent)
    return true
  } catch (error) {
    if (error instanceof NotJson) return false
    throw error
  }
}

function parses(text: Buffer): boolean {
  try {
    JSON.parse(text.toString())
    return true
  } catch {
    return false
  }
}

const json = fc.json({ maxDepth: 6 })

describe('the scanner', () => {
  test('tells every JSON text as JSON.parse reads it', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 1, '\t', ' \r\n'), (text, space) => {
        const bytes = Buffer.from(JSON.stringify(JSON.parse(text), null, space))
        const rebuilder = new Rebuilder(bytes)
        scan(bytes, rebuilder)
        expect(JSON.stringify(rebuilder.value)).toBe(JSON.stringify(JSON.parse(bytes.toString())))
      }),
      examples(500),
    )
  })

  test('accepts exactly what JSON.parse accepts, whatever is changed in a text', () => {
    const change = fc.record({
      at: fc.nat(400),
      drop: fc.nat(3),
      put: fc.stringMatching(/^[[\]{}",:\\0-9eE+.\-tfnu \n\ta]{0,3}$/),
    })
    fc.assert(
      fc.property(json, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        let mutant = text
        for (const { at, drop, put } of changes) {
          const place = at % (mutant.length + 1)
          mutant = mutant.slice(0, place) + put + mutant.slice(place + drop)
        }
        const bytes = Buffer.from(mutant.toWellFormed())
        expect([mutant, accepts(bytes)]).toEqual([mutant, parses(bytes)])
      }),
      examples(3000),
    )
  })

  test.each([
    '-',
    '-a',
    '01',
    '-01',
    '1.',
    '.5',
    '1e',
    '1e+',
    '+1',
    '0x1',
    '1 2',
    'tru',
    'nulll',
    'True',
    '"',
    '"\\',
    '"\\u12"',
    '"\\u00@0"',
    '"\\u00G0"',
    '"\\u00`0"',
    '"\\u00g0"',
    '"\\x"',
    '"\u0000"',
    '"a\nb"',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '{',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{a:1}',
    '{"a" 1}',
    '[1}',
    '{"a":1]',
    ']',
    '}',
    '',
    ' ',
    '[1]]',
    '\u00a0[]',
    '[1,\u20282]',
  ])('refuses %j as JSON.parse does', text => {
    expect([accepts(Buffer.from(text)), parses(Buffer.from(text))]).toEqual([false, false])
  })

  test.each([
    '0',
    '-0',
    '-0.0e-0',
    '1E+400',
    '"\\ud800"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\uAF09\\uaf90"',
    '[[],{}]',
    ' \n\t\r1 ',
    '"\u007f\u2028"',
  ])('accepts %j as JSON.parse does', text => {
    expect([accepts(Buffer.from(text)), parses(Buffer.from(text))]).toEqual([true, true])
  })

  test('reads any nesting without using the call stack', () => {
    const deep = Buffer.from('['.repeat(200_000) + ']'.repeat(200_000))
    expect(accepts(deep)).toBe(true)
    expect(accepts(deep.subarray(0, 399_999))).toBe(false)
  })
})
