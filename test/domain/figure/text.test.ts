/** The texts of figures as modules pass them on: strings or bytes, joined, quoted and sent to other threads. */

import { describe, expect, test } from '@jest/globals'
import {
  type Figure,
  type FigureText,
  joinTexts,
  largeText,
  memoryOf,
  quoteText,
  restoreText,
  tableTextOf,
  textIn,
  textsOfFigure,
  toFigureText,
} from '../../../src/domain/figure/text.ts'

const letters = (count: number) => 'x'.repeat(count)

describe('a text', () => {
  test('is a string if it is small, and a view of the same bytes if not', () => {
    const bytes = Buffer.from(letters(largeText + 2))
    expect(textIn(bytes, 1, largeText)).toBe(letters(largeText - 1))
    const large = textIn(bytes, 1, largeText + 1) as Buffer
    expect([large.toString(), large.buffer]).toEqual([letters(largeText), bytes.buffer])
    bytes.write('y', 1)
    expect(large.toString('utf8', 0, 2)).toBe('yx')
    expect(toFigureText(letters(largeText - 1))).toBe(letters(largeText - 1))
    expect(toFigureText(letters(largeText))).toEqual(Buffer.from(letters(largeText)))
  })

  test.each<[FigureText, FigureText]>([
    ['é', 'x'],
    ['é', Buffer.from('x')],
    [Buffer.from('é'), Buffer.from('x')],
  ])('is joined to another one: %j and %j', (one, other) =>
    expect(joinTexts([one, other])).toEqual(Buffer.from('éx')),
  )

  test.each([
    ['nothing', ''],
    ['what is escaped', 'é"\\\n\u0001\u007f😀'],
    ['more than is quoted at a time', `${letters(256 * 1024)}"é`],
    ['quotation marks alone', '"'.repeat(600_000)],
    ['control characters alone', '\u0001'.repeat(300_000)],
  ])('is quoted as JSON.stringify quotes it: %s', (_what, text) => {
    const quoted = quoteText(Buffer.from(text))
    expect(quoted.equals(Buffer.from(JSON.stringify(text)))).toBe(true)
  })
})

describe('the texts of a figure', () => {
  const figure: Figure = { data: '[1]', layout: Buffer.from('{}'), frames: null }
  const animation: Figure = { ...figure, frames: '[2]' }

  test('make the whole figure', () => {
    expect(joinTexts(textsOfFigure(figure)).toString()).toBe('{"data":[1],"layout":{}}')
    expect(joinTexts(textsOfFigure(animation)).toString()).toBe('{"data":[1],"layout":{},"frames":[2]}')
  })

  test('for its table have the frames, if there are any', () => {
    expect(tableTextOf(figure)).toBe('[1]')
    expect(String(tableTextOf(animation))).toBe('{"data":[1],"frames":[2]}')
  })
})

describe('for another thread', () => {
  test('the memory of texts is moved once, and no memory that others use', () => {
    const memory = new ArrayBuffer(8)
    const shared = new Uint8Array(new SharedArrayBuffer(8))
    const texts = ['text', null, new Uint8Array(memory), Buffer.from(memory, 4), shared]
    expect(memoryOf(texts)).toEqual([memory])
    expect(memoryOf(texts)[0]).toBe(memory)
  })

  test('bytes are a Buffer again, on the same memory', () => {
    const [sent, buffer] = [new Uint8Array([0x61]), Buffer.from('b')]
    const restored = restoreText(sent as Buffer)
    expect([Buffer.isBuffer(restored), restored.toString()]).toEqual([true, 'a'])
    expect(restored.buffer).toBe(sent.buffer)
    expect([restoreText(buffer), restoreText('c'), restoreText(null)]).toEqual([buffer, 'c', null])
    expect(restoreText(buffer)).toBe(buffer)
  })
})
