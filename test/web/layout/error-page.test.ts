import { describe, expect, test } from '@jest/globals'
import type { ErrorCode } from '../../../src/errors/codes.ts'
import { AppError, invalidParameters, rateLimited } from '../../../src/errors/errors.ts'
import { errorBody, errorPage } from '../../../src/web/layout/error-page.ts'
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
  })

  test('keeps the spelling of names', () => {
    const text = errorBody(new AppError('not_implemented', 'oEmbed answers are JSON only'), html``).text
    expect(text).toContain('<p>oEmbed answers are JSON only.</p>')
  })

  const place = { assetBase: '/assets', home: '/', graphPage: '/p/x' }

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
})
