import { describe, expect, test } from '@jest/globals'
import { html, raw, scriptJson } from '../../../src/web/layout/html.ts'

describe('html templates', () => {
  test('escape what is put in, in text and attributes', () => {
    const evil = `<img src=x onerror="alert('1')">&`
    expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    )
  })

  test('take finished markup as it is, join lists and leave nothing out for null and false', () => {
    const items = ['a', '<b>'].map(each => html`<li>${each}</li>`)
    expect(html`<ul>${items}${null}${false}${undefined}${raw('<hr>')}${0}</ul>`.text).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li><hr>0</ul>',
    )
  })

  test('do not take backslashes of a value for escapes', () => {
    expect(html`${'\\u0041\\n$&'}`.text).toBe('\\u0041\\n$&amp;')
  })
})

describe('JSON in a script element', () => {
  test('is the same JSON and cannot end the element or open a comment', () => {
    const value = { name: '</script><!--<script>\u2028\u2029', '<key>': ['<![CDATA['] }
    const text = scriptJson(JSON.stringify(value)).text
    expect(text).not.toMatch(/<(?:!--|\/?script)/i)
    expect(JSON.parse(text)).toEqual(value)
  })

  test('keeps a backslash before an escaped character what it was', () => {
    const value = { text: '\\<\\\\<\\u003c' }
    expect(JSON.parse(scriptJson(JSON.stringify(value)).text)).toEqual(value)
  })
})
