import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { traitsOf } from '../../src/plotly/figure-traits.ts'
import { libraryParts, partNames, withNeeds } from '../../src/plotly/library-parts.ts'
import { traceTypes } from '../../src/plotly/schema/schema.ts'

describe('the parts of the charting library', () => {
  test('draw every trace type, each once', () => {
    const drawn = partNames.flatMap(name => Object.keys(libraryParts[name].traces))
    expect(drawn.sort()).toEqual(traceTypes.toSorted())
  })

  test('are loaded behind those they need', () => {
    for (const [at, name] of partNames.entries()) {
      for (const need of libraryParts[name].needs) expect(partNames.indexOf(need)).toBeLessThan(at)
    }
    expect(withNeeds(['carpet'])).toEqual([
      ...['core', 'colorbar', 'bar', 'histogram', 'heatmap', 'contour', 'carpet'],
    ])
  })
})

const bar = { type: 'bar', y: [1] }
const box = { type: 'box', y: [1] }
const button = { method: 'restyle', args: ['type', 'heatmap'] }

describe('a figure needs', () => {
  test.each([
    ['the core alone without traces', { data: [] }, ['core']],
    [
      'a part for each of its types',
      { data: [bar, { type: 'pie', values: [1] }, { y: [1] }] },
      ['core', 'bar', 'pie'],
    ],
    ['what its parts build upon', { data: [box] }, ['core', 'bar', 'box']],
    [
      'no part for a subplot that nothing is drawn in',
      { data: [bar], layout: { polar: {} } },
      ['core', 'bar'],
    ],
    [
      'the types of its frames',
      { data: [bar], frames: [{ data: [{ type: 'heatmap' }] }] },
      ['core', 'colorbar', 'bar', 'heatmap'],
    ],
    [
      'nothing more for frames that only move',
      { data: [bar], frames: [{ data: [{ y: [2] }] }] },
      ['core', 'bar'],
    ],
    [
      'the types that its buttons make',
      { data: [bar], layout: { updatemenus: [{ buttons: [button] }] } },
      ['core', 'colorbar', 'bar', 'heatmap', 'controls'],
    ],
    [
      'a range slider',
      { data: [bar], layout: { xaxis2: { rangeslider: { visible: true } } } },
      ['core', 'bar', 'range'],
    ],
    ['calendars', { data: [{ ...bar, xcalendar: 'hebrew' }] }, ['core', 'bar', 'calendars']],
    ['none for our own calendar', { data: [{ ...bar, xcalendar: 'gregorian' }] }, ['core', 'bar']],
    [
      'notes, in a button too',
      { data: [], layout: { updatemenus: [{ buttons: [{ args: ['annotations[0].text', 'x'] }] }] } },
      ['core', 'annotations', 'controls'],
    ],
    ['shapes', { data: [], layout: { shapes: [{ type: 'line' }] } }, ['core', 'shapes']],
    ['tools that it begins with', { data: [], layout: { dragmode: 'lasso' } }, ['core', 'shapes']],
    ['error bars', { data: [{ ...bar, error_y: { value: 1 } }] }, ['core', 'errorbars', 'bar']],
    ['a colour bar', { data: [{ y: [1], marker: { color: [1], showscale: true } }] }, ['core', 'colorbar']],
    [
      'what a template gives its marks',
      {
        data: [{ y: [1] }],
        layout: {
          template: {
            data: { scatter: [{ marker: { coloraxis: 'coloraxis' }, error_y: { visible: true } }] },
          },
        },
      },
      ['core', 'colorbar', 'errorbars'],
    ],
    ['images', { data: [], layout: { images: [{ source: 'data:,' }] } }, ['core', 'images']],
  ])('%s', (_, request, parts) => {
    const { figure, traceTypes: types } = readSubmission(Buffer.from(JSON.stringify(request)))
    expect(traitsOf(figure, types).parts).toEqual(parts)
  })
})
