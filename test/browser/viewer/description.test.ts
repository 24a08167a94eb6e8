import { describe, expect, test } from '@jest/globals'
import { describeFigure } from '../../../src/browser/viewer/description.ts'

const figure = (data: object[], layout: object = {}) => ({
  data: data as { [key: string]: unknown }[],
  layout: layout as { [key: string]: unknown },
  frames: [],
})

describe('a figure in words', () => {
  test('names its title, series and axes', () => {
    const words = describeFigure(
      'Sales',
      figure([{ type: 'bar', name: 'North' }, { name: 'South' }], {
        xaxis: { title: { text: 'Month' } },
        yaxis: { title: { text: 'Revenue <b>(€)</b>' } },
      }),
    )
    expect(words).toBe(
      'Sales. 2 series: North (bar), South (scatter). Horizontal axis: Month. Vertical axis: Revenue  (€) .',
    )
  })

  test('has words for what has none of them', () => {
    expect(describeFigure(null, figure([{ type: 'pie' }]))).toBe('Untitled chart. One series: pie.')
  })

  test('counts series beyond a dozen', () => {
    const words = describeFigure(null, figure(Array.from({ length: 14 }, (_, at) => ({ name: `s${at}` }))))
    expect(words).toContain('14 series: s0 (scatter)')
    expect(words).toMatch(/s11 \(scatter\) and more\.$/)
  })
})
