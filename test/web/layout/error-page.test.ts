import { describe, expect, test } from '@jest/globals'
import type { ErrorCode } from '../../../src/errors/codes.ts'
import { AppError, invalidParameters, rateLimited } from '../../../src/errors/errors.ts'
import { errorBody, errorPage } from '../../../src/web/layout/error-page.ts'
import { errorLanguage, errorTranslations } from '../../../src/web/layout/error-words/error-language.ts'
import { english } from '../../../src/web/layout/error-words/words.ts'
import { html } from '../../../src/web/layout/html.ts'

const bodyOf = (...paths: readonly string[]) =>
  errorBody(invalidParameters(paths.map(path => ({ path, message: 'must be less' }))), html``).text

describe('an error page', () => {
  test('tells one fault in a sentence', () => {
    expect(bodyOf('width')).toContain('<p><code>width</code> must be less.</p>')
    expect(bodyOf('width')).not.toContain('<li>')
  })

  test('lists several, and points to no details elsewhere', () => {
    const text = bodyOf('width', 'height')
    expect(text).toContain(
      '<li><code>width</code> must be less</li><li><code>height</code> must be less</li>',
    )
    expect(text).not.toContain('details')
  })

  test('of too many requests says when to come back, and nothing twice', () => {
    const text = errorBody(rateLimited(42), html``).text
    expect(text).toContain('<p class="small muted">Try again in 42 seconds.</p>')
    expect(text.match(/too many requests/gi)).toHaveLength(2)
    expect(errorBody(rateLimited(1), html``).text).toContain('Try again in a second.')
    expect(errorBody(rateLimited(512), html``).text).toContain('Try again in 9 minutes.')
  })

  test('keeps the spelling of names', () => {
    const text = errorBody(new AppError('not_implemented', 'oEmbed answers are JSON only'), html``).text
    expect(text).toContain('<p>oEmbed answers are JSON only.</p>')
  })

  const place = { assetBase: '/assets', home: '/', graphPage: '/p/x', language: errorLanguage('en', []) }

  test.each<ErrorCode>(['overloaded', 'unavailable', 'render_timeout', 'rate_limited', 'internal'])(
    'of %s, which passes, offers to try the same address again',
    code => {
      expect(errorPage(new AppError(code, 'busy'), place).text).toContain('href="">Try again</a>')
    },
  )

  test.each<[ErrorCode, string]>([
    ['graph_not_found', 'href="/">Go to the start page</a>'],
    ['version_not_found', 'href="/p/x">Open the graph</a>'],
  ])('of %s leads elsewhere', (code, link) => {
    expect(errorPage(new AppError(code, 'none'), place).text).toContain(link)
  })

  test('in a frame of another page is the message alone, and leads out of the frame', () => {
    const framed = { ...place, frame: { theme: 'light' as const } }
    const gone = errorPage(new AppError('graph_not_found', 'none'), framed).text
    expect(gone).toContain(' data-theme="light" class="is-embed"')
    expect(gone).toContain('<h1>There is no graph here</h1>')
    expect(gone).not.toContain('<a ')
    expect(errorPage(new AppError('version_not_found', 'none'), framed).text).toContain(
      'href="/p/x" target="_blank">Open the graph</a>',
    )
    expect(errorPage(new AppError('overloaded', 'busy'), framed).text).toContain('href="">Try again</a>')
  })

  test('of a condition that is not met says what happened', () => {
    expect(errorPage(new AppError('version_conflict', 'read it'), place).text).toContain(
      '<h1>The graph has changed</h1>',
    )
  })

  test.each(Object.entries(errorTranslations))('has every word in %s', (_, words) => {
    expect(Object.keys(words)).toEqual(Object.keys(english))
    for (const list of ['headlines', 'advice'] as const)
      expect(Object.keys(words[list])).toEqual(Object.keys(english[list]))
    expect(words.tryAgainIn).toContain('{}')
    const { headlines, advice, ...others } = words
    for (const text of [headlines, advice, others].flatMap(Object.values)) expect(text).toMatch(/\S/)
  })

  test('is in the language of the reader, with messages about details in English', () => {
    const inGerman = { ...place, language: errorLanguage(null, ['sw', 'de-AT']) }
    const page = errorPage(new AppError('render_failed', 'data[0]: no'), inGerman).text
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('<h1>Diese Grafik lässt sich nicht zeichnen</h1>')
    expect(page).toContain('<span lang="en" dir="ltr">Data[0]: no.</span>')
    expect(page).toContain('>422</p>')
    const inHebrew = { ...place, language: errorLanguage('he', ['de']) }
    const limited = errorPage(rateLimited(42), inHebrew).text
    expect(limited).toContain('<html lang="he" dir="rtl">')
    expect(limited).toContain('42')
    expect(limited).not.toContain('Try again')
  })
})
