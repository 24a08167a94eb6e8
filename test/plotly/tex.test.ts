import { describe, expect, test } from '@jest/globals'
import { mathScript, readMathFile } from '../../src/plotly/mathjax.ts'
import { hasFormula, measureFormulas } from '../../src/plotly/tex.ts'

describe('TeX in the JSON text of a figure', () => {
  test.each([
    ['between dollars', '{"title":"$x^2$"}', true],
    ['between escaped dollars', String.raw`{"title":"\u0024x^2\u0024"}`, true],
    ['between a dollar and an escaped one', String.raw`{"title":"$x^2\u0024"}`, true],
    ['with a quote in it', String.raw`{"title":"$\\text{\"a}$"}`, true],
    ['within a text', '{"title":"of $x^2$ and more"}', true],
    ['not for one dollar a string', '{"a":"$5","b":"$6"}', false],
    ['not for none', '{"a":"x^2"}', false],
  ])('is found %s', (_, text, found) => {
    expect(hasFormula(text)).toBe(found)
  })

  test('is counted and measured, up to as many as matter', () => {
    const text = String.raw`["$a$ and $b$","$5",1,"$c\u0024$"]`
    expect([measureFormulas(text, 9), measureFormulas(text, 2)]).toEqual([
      { count: 3, length: 3 },
      { count: 2, length: 2 },
    ])
  })

  test('is looked for in time that grows with the text alone', () => {
    const started = process.cpuUsage()
    expect(hasFormula(`["${'$'.padEnd(1_000_000, 'x')}","${'\\\\'.repeat(500_000)}"]`)).toBe(false)
    for (const letters of ['x', '\\\\', 'x\\"']) {
      const long = letters.repeat(10_000_000 / letters.length)
      expect([hasFormula(`"$${long}"`), hasFormula(`"$${long}$"`)]).toEqual([false, true])
    }
    // Quadratic time would be minutes.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000)
  })
})

test.each(['tex-svg', 'tex-svg-full'] as const)('%s comes with its safe extension', async component => {
  const script = await mathScript(component)
  expect(script).toContain('ui/safe')
  expect(() => new Function(script)).not.toThrow()
})

test.each(['../package.json', '/etc/passwd', 'tex-svg', 'a/../b.js', ''])(
  'no file of MathJax is at %j',
  async path => {
    expect(await readMathFile(path)).toBeNull()
  },
)
