import { describe, expect, test } from '@jest/globals'
import { checkFigure } from '../../../../src/domain/figure/check/figure.ts'
import { readTree } from '../../../../src/domain/figure/tree/build.ts'

const read = (text: string) => readTree(Buffer.from(text))
const u = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`

describe('a name that reaches a prototype', () => {
  test.each([
    ['__proto__', 1],
    [`${u('_')}_proto__`, 1],
    [[...'__proto__'].map(u).join(''), 1],
    [`a.${u('_')}_proto__[0].c`, 1],
    ['a[0].__proto__', 1],
    ['\\n.__proto__', 1],
    ['__.__proto__', 1],
    ['___proto__', 0],
    [`___${u('p')}roto__`, 0],
    ['__prot__proto__', 0],
    [`\\\\__proto_${u('x')}_`, 0],
    ['__proto', 0],
  ])('is %s: %i times', (name, times) => {
    expect(read(`{"data":[{"${name}":1}]}`).prototypes).toHaveLength(times)
  })
})

test('an object that names its bytes many times is one typed array', () => {
  expect(read(`{"data":[{"x":{${Array(50).fill('"bdata":"AA=="').join(',')}}}]}`).typedArrays).toHaveLength(1)
})

test.each([
  [
    'attributes of a trace',
    `{"data":[{${Array(2_001).fill('"a":1').join(',')}}]}`,
    'data[0]',
    /2001 attributes, more than 2000/,
  ],
  [
    'keys beside data',
    `{"data":[],${Array.from({ length: 2_001 }, (_, n) => `"k${n}":1`).join(',')}}`,
    '$',
    /2002 attributes/,
  ],
  [
    'frames',
    `{"data":[],"frames":[${Array(10_001).fill('{}').join(',')}]}`,
    'frames',
    /10001 frames are more than 10000/,
  ],
  [
    'layers of a map',
    `{"data":[{"type":"scattermap","lat":[0],"lon":[0]}],"layout":{"map":{"style":{"version":8,"sources":{},"layers":[${Array(1_001).fill('{}').join(',')}]}}}}`,
    'layout.map.style.layers',
    /1001 layers/,
  ],
])('too many %s are one fault', (_what, text, path, message) => {
  expect(() => checkFigure(read(text))).toThrow(
    expect.objectContaining({ details: [{ path, message: expect.stringMatching(message) }] }),
  )
})
