/** Titles and other texts with markup as plain words. */

import { expect, test } from '@jest/globals'
import { plainText } from '../../../src/domain/figure/title.ts'

test.each<[string, string]>([
  ['a<br>b<BR/>c<br  />d', 'a b c d'],
  ['<b>bold</b> <a href="x">link</a> <3 hearts>', 'bold link <3 hearts>'],
  ['&AMP;&lt;&nbsp;&mu;&unknown;&l;', '&< µ&unknown;&l;'],
  ['&#65;&#x42;&#X43;', 'ABC'],
  ['&#0;&#x0;', '&#0;&#x0;'],
  ['&#x10ffff;&#x110000;&#1114112;', '\u{10ffff}&#x110000;&#1114112;'],
  ['\u0001a\u007f\u001f\t b\u00a0', 'a b'],
])('%j is %j', (html, text) => expect(plainText(html)).toBe(text))

test.each<[string, number, string]>([
  ['abc', 3, 'abc'],
  ['<i>abc</i>', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['𝄞𝄞𝄞', 3, '𝄞𝄞𝄞'],
  ['ab cd', 4, 'ab…'],
  // Twenty times as many characters are looked at.
  [`${'<em>'.repeat(14)}abc`, 3, 'abc'],
  [`${'<em>'.repeat(15)}abc`, 3, ''],
])('%j in %d characters is %j', (html, max, text) => expect(plainText(html, max)).toBe(text))
