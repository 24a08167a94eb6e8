import { describe, expect, test } from '@jest/globals'
import { invalidParameters } from '../../../src/errors/errors.ts'
import { errorBody } from '../../../src/web/layout/error-page.ts'
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
})
