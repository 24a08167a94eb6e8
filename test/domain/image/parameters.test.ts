/** How the size and look of an image are asked for. */

import { describe, expect, test } from '@jest/globals'
import {
  drawnFormat,
  fileFormats,
  formatNamed,
  formatNames,
  formats,
  imageFormats,
  isImageFormat,
  isText,
} from '../../../src/domain/image/formats.ts'
import { lookOf, readFormat, readLook, readPageTheme } from '../../../src/domain/image/image-parameters.ts'
import {
  defaultLook,
  isDefaultLook,
  lookInPage,
  lookName,
  variantOf,
} from '../../../src/domain/image/look.ts'

const query = (text: string) => new URLSearchParams(text)
const look = (text: string) => readLook(query(text))

describe('a query', () => {
  test.each<[string, object]>([
    ['', {}],
    ['utm_source=x&v=3', {}],
    ['stale', {}],
    ['width=10&height=20000', { width: 10, height: 20_000 }],
    ['width=20000&height=10', { width: 20_000, height: 10 }],
    ['width=0700', { width: 700 }],
    ['scale=0.1', { scale: 0.1 }],
    ['scale=10&width=100&height=100', { scale: 10, width: 100, height: 100 }],
    ['scale=4.166666666666667', { scale: 300 / 72 }],
    ['scale=1.100000023841858', { scale: Math.fround(1.1) }],
    ['theme=dark', { theme: 'dark' }],
    ['background=%23FF6600', { background: '#ff6600' }],
    ['background=RGBA(1,2,3,0.5)', { background: 'rgba(1,2,3,0.5)' }],
    ['locale=de-CH', { locale: 'de-CH' }],
    ['locale=DE-ch-u-nu-latn', { locale: 'de-CH' }],
    ['locale=zh-hant-tw', { locale: 'zh-Hant-TW' }],
  ])('%j asks for %j', (text, wanted) => expect(look(text)).toEqual({ ...defaultLook, ...wanted }))

  const size = 'must be a whole number from 10 to 20000'
  const scale = 'must be a number from 0.1 to 10'
  const colour = 'must be a CSS colour such as white, transparent, #f60 or rgba(0,0,0,0.5)'
  const locale = 'must be the tag of a language, such as de, pt-BR or ar'
  test.each([
    ['width=9', 'width', size],
    ['height=20001', 'height', size],
    ['width=', 'width', size],
    ['width=100.5', 'width', size],
    ['width=x100', 'width', size],
    ['width=100px', 'width', size],
    ['width=-100', 'width', size],
    ['width=1e3', 'width', size],
    ['scale=0.09', 'scale', scale],
    ['scale=10.1', 'scale', scale],
    ['scale=.5', 'scale', scale],
    ['scale=1.', 'scale', scale],
    ['scale=x1', 'scale', scale],
    ['scale=1x', 'scale', scale],
    [`scale=1.${'1'.repeat(21)}`, 'scale', scale],
    ['theme=auto', 'theme', 'must be light or dark'],
    ['theme=', 'theme', 'must be light or dark'],
    ['background=url(x)', 'background', colour],
    ['locale=klingon-', 'locale', locale],
    ['locale=qqq', 'locale', locale],
    ['locale=', 'locale', locale],
    [`locale=de-${'x'.repeat(60)}`, 'locale', locale],
    ['width=100&width=100', 'width', 'is given more than once'],
    ['widht=100', 'widht', 'there is no such parameter; did you mean width?'],
  ])('%j is refused', (text, path, message) => {
    const error = { code: 'invalid_parameter', details: [{ path, message }] }
    expect(() => look(text)).toThrow(expect.objectContaining(error))
  })

  test('is told all that is wrong with it at once', () => {
    expect(() => look('width=9&scale=11&theme=x&hieght=1')).toThrow(
      expect.objectContaining({
        details: ['hieght', 'width', 'scale', 'theme'].map(path => expect.objectContaining({ path })),
      }),
    )
  })

  test.each(['width=8001&height=5000', 'width=20000&height=2001', 'scale=10&width=20000&height=21'])(
    '%j asks for too many pixels',
    text =>
      expect(() => look(text)).toThrow(
        expect.objectContaining({
          code: 'payload_too_large',
          message: expect.stringContaining('more than 40 million pixels'),
        }),
      ),
  )

  test('may ask for as many pixels as there may be, and for a side whose other is not known', () => {
    expect(look('width=8000&height=5000')).toMatchObject({ width: 8_000, height: 5_000 })
    expect(look('width=20000&height=12500&scale=0.4')).toMatchObject({ scale: 0.4 })
    expect(look('width=20000&scale=10')).toMatchObject({ width: 20_000 })
    expect(look('height=20000&scale=10')).toMatchObject({ height: 20_000 })
  })

  test('of a page may leave the theme to the reader’s system', () => {
    expect([
      readPageTheme(query('theme=auto')),
      readPageTheme(query('')),
      readPageTheme(query('theme=light')),
    ]).toEqual(['auto', null, 'light'])
    expect(() => readPageTheme(query('theme=x'))).toThrow('must be light, dark or auto')
  })
})

test('values are read as those of a query', () => {
  expect(lookOf({ width: 300, scale: 2, theme: 'dark', height: undefined })).toEqual({
    ...defaultLook,
    width: 300,
    scale: 2,
    theme: 'dark',
  })
  expect(lookOf({})).toEqual(defaultLook)
  expect(() => lookOf({ width: '1' })).toThrow('must be a whole number')
})

describe('a format', () => {
  test.each([
    ['', 'png'],
    ['format=svg', 'svg'],
    ['format=JPG&width=100', 'jpeg'],
    ['format=htm', 'html'],
  ])('of %j is %s', (text, format) => expect(readFormat(query(text))).toBe(format))

  test('that there is not is refused with those that there are', () => {
    expect(() => readFormat(query('format=gif'))).toThrow('must be one of png, svg, webp, jpeg, pdf, html')
    expect(() => readFormat(query('format=png&format=png'))).toThrow('more than once')
    expect(() => readFormat(query('fromat=png'))).toThrow('did you mean format?')
  })

  test('has one name and its aliases, and is an image unless it is a page', () => {
    expect(imageFormats).toEqual(['png', 'svg', 'webp', 'jpeg', 'pdf'])
    expect(formatNames).toEqual(['png', 'svg', 'webp', 'jpeg', 'jpg', 'pdf', 'html', 'htm'])
    expect(['constructor', 'jpg', 'html', 'png'].map(isImageFormat)).toEqual([false, false, false, true])
    expect(['Png', 'jpg', 'htm', 'jp', 'toString'].map(formatNamed)).toEqual([
      'png',
      'jpeg',
      'html',
      null,
      null,
    ])
    expect(fileFormats.map(drawnFormat)).toEqual(['png', 'svg', 'webp', 'jpeg', 'pdf', 'svg'])
    expect(fileFormats.filter(isText)).toEqual(['svg', 'html'])
    expect(formats.png.mediaType).toBe('image/png')
  })
})

describe('a look', () => {
  const png = { ...defaultLook, format: 'png' } as const

  test('has a key of its own for each value', () => {
    const keys = [
      {},
      { format: 'svg' as const },
      { width: 700 },
      { height: 700 },
      { scale: 2 },
      { theme: 'dark' as const },
      { background: 'white' },
      { locale: 'de' },
    ].map(change => variantOf({ ...png, ...change }))
    expect(new Set(keys).size).toBe(keys.length)
    // Images are stored under it, so that a change would have all of them drawn again.
    expect(keys.slice(0, 2)).toEqual(['png|||1||', 'svg|||1||'])
    expect(variantOf({ ...png, width: 1, height: 2, theme: 'dark', background: 'red', locale: 'de' })).toBe(
      'png|1|2|1|dark|red|de',
    )
  })

  test('is the graph’s own only if it changes nothing', () => {
    expect([defaultLook, { ...defaultLook }, { ...defaultLook, width: 700 }].map(isDefaultLook)).toEqual([
      true,
      true,
      false,
    ])
    expect(lookName(png)).toBe(lookName({ ...png, format: 'svg' } as typeof defaultLook))
  })

  test('of a page is its theme alone', () => {
    const dark = { ...defaultLook, theme: 'dark' } as const
    expect(lookInPage({ ...dark, width: 100, scale: 2 })).toEqual(dark)
  })
})
