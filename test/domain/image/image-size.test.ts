import { describe, expect, test } from '@jest/globals'
import { isLarge, requireImageFits } from '../../../src/domain/image/image-size.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'

const tooLarge = expect.objectContaining({ code: 'payload_too_large' })
const template = '"template":{"data":{"bar":[{"marker":{"line":{"width":0.5}}}]}}'

describe('an image fits', () => {
  test.each([
    ['{}', {}],
    [`{${template},"width":999.5,"height":999 }`, { scale: 5 }],
    ['{"width":8000,"height":5000}', {}],
    ['{"width":5000,"height":3125}', { scale: 1.6 }],
    ['{"width":1e99,"height":1e99}', { width: 700, height: 500 }],
    ['{"xaxis":{"title":{"text":"\\u0041"}},"width":"1e99"}', {}],
    ['{"images":[{"width":1e9}],"width":1}', {}],
  ])('%s with %j', (layout, look) => {
    expect(() => requireImageFits(layout, { ...defaultLook, ...look })).not.toThrow()
  })
})

describe('an image has too many pixels', () => {
  test.each([
    ['{"width":8001,"height":5000}', {}],
    [`{${template},"width":999,"height":999}`, { scale: 10 }],
    ['{"height":1e9}', {}],
    ['{"\\u0077idth":1e9}', {}],
    ['{ "width" : 999e9 }', {}],
    ['{"width":1,"width":100000}', {}],
    ['{"height":999}', { width: 50_000 }],
    ['{}', { width: 10_000, height: 10_000 }],
  ])('%s with %j', (layout, look) => {
    expect(() => requireImageFits(layout, { ...defaultLook, ...look })).toThrow(tooLarge)
  })
})

test.each([
  [{}, false],
  [{ width: 2000, height: 2000 }, false],
  [{ width: 2001, height: 2000 }, true],
  [{ width: 8000 }, false],
  [{ width: 20_000 }, true],
  [{ scale: 7 }, false],
])('an image of %j may take gigabytes: %j', (look, large) => {
  expect(isLarge({ ...defaultLook, ...look })).toBe(large)
})
