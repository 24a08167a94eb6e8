import { describe, expect, test } from '@jest/globals'
import { disposition, fileStem } from '../../../src/web/graph/file-name.ts'

const id = 'abcdefghijklmnopqrstu'

describe('the name of a saved file', () => {
  test.each([
    ['Sales by month', 'Sales by month'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['../../etc/passwd', 'etc passwd'],
    ['  .hidden. ', 'hidden'],
    ['Größe\u202Egpj', 'Größe gpj'],
    ['', 'graph-abcdefgh'],
    [null, 'graph-abcdefgh'],
    ['...', 'graph-abcdefgh'],
  ])('of %j is %j', (title, stem) => {
    expect(fileStem(title, id)).toBe(stem)
  })

  test('is cut without breaking a character', () => {
    expect(fileStem('😀'.repeat(100), id)).toBe('😀'.repeat(80))
  })
})

describe('Content-Disposition', () => {
  test.each([
    ['Sales.png', 'inline; filename="Sales.png"'],
    ['Größe.png', `inline; filename="Groe.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.png`],
    ['売上.html', `inline; filename="graph.html"; filename*=UTF-8''%E5%A3%B2%E4%B8%8A.html`],
    ["it's (1).pdf", `inline; filename="it's (1).pdf"`],
  ])('of %j', (name, header) => {
    expect(disposition('inline', name)).toBe(header)
  })
})
