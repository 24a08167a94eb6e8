/** Buttons and slider steps that change nothing, or something else than was meant: each is told. */

import { expect, test } from '@jest/globals'
import { isToldAt, type Slip, toldOf, y } from './mistake.ts'

const data = [{ y }, { type: 'bar', y }]
const frames = [{ name: 'f1', data: [{ y }] }]
const buttons = (...items: readonly object[]) => ({
  data,
  layout: { updatemenus: [{ buttons: items.map((item, at) => ({ label: `${at}`, ...item })) }] },
})
const steps = (...items: readonly object[]) => ({ data, layout: { sliders: [{ steps: items }] } })
const restyle = (...args: readonly unknown[]) => buttons({ method: 'restyle', args })
const relayout = (...args: readonly unknown[]) => buttons({ method: 'relayout', args })
const update = (...args: readonly unknown[]) => buttons({ method: 'update', args })
const at = 'layout.updatemenus[0].buttons[0].args'

test.each<Slip>([
  [
    'a misspelt path',
    restyle({ 'marker.colour': 'red' }),
    `${at}[0]["marker.colour"]`,
    /did you mean "color"/,
  ],
  ['the same as text', restyle('marker.colour', 'red'), `${at}[0]`, /did you mean "color"/],
  ['the same without a method', buttons({ args: ['modee', 'lines'] }), `${at}[0]`, /did you mean "mode"/],
  [
    'the same in an object',
    restyle({ marker: { colour: 'red' } }),
    `${at}[0].marker.colour`,
    /"marker.colour"/,
  ],
  [
    'the same in a slider',
    steps({ args: [{ visble: true }] }),
    'layout.sliders[0].steps[0].args[0].visble',
    /"visible"/,
  ],
  [
    'the same in the second arguments',
    buttons({ args: ['visible', true], args2: ['visble', true] }),
    'layout.updatemenus[0].buttons[0].args2[0]',
    /did you mean "visible"/,
  ],
  [
    'an attribute of another type',
    restyle({ hole: 0.5 }, [1]),
    `${at}[0].hole`,
    /a bar trace has no attribute/,
  ],
  ['an attribute of the layout', restyle({ barmode: 'stack' }), `${at}[0].barmode`, /method relayout/],
  [
    'an attribute of traces',
    relayout({ 'line.colour': 'red' }),
    `${at}[0]["line.colour"]`,
    /the layout has no/,
  ],
  ['a misspelt title', relayout('title.txt', 'Sales'), `${at}[0]`, /did you mean "text"/],
  ['an annotation', relayout('annotations[0].txt', 'x'), `${at}[0]`, /did you mean "text"/],
  ['an old name', relayout({ 'mapbox.zoom': 3 }), `${at}[0]["mapbox.zoom"]`, /map/],
  ['a name without a value', restyle('visible'), at, /no value for "visible"/],
  ['no name', restyle(5, 6), `${at}[0]`, /takes the name of an attribute/],
  ['a trace that is not there', restyle('visible', true, [0, 7]), `${at}[2]`, /names 7, .* from 0 to 1/],
  ['the same beside an object', restyle({ visible: true }, 2), `${at}[1]`, /names 2/],
  ['the same of an update', update({ visible: true }, {}, [2]), `${at}[2]`, /names 2/],
  ['an update of a text', update('visible', true), `${at}[0]`, /takes an object/],
  ['an update with numbers second', update({ visible: true }, [0]), `${at}[1]`, /takes an object/],
  ['an update of the layout', update({}, { titel: 'x' }), `${at}[1].titel`, /did you mean "title"/],
  ['a wrong value', restyle({ visible: 'True' }), `${at}[0].visible`, /default is used/],
  ['one of several', restyle({ visible: [true, 'yes'] }), `${at}[0].visible`, /"yes"/],
  ['a wrong value of the layout', relayout('barmode', 'stacked'), `${at}[1]`, /"stack"/],
  ['a list that is shared out', restyle({ y: [1, 2, 3] }), `${at}[0].y`, /\[\[…\]\]/],
  ['the same as text', restyle('y', [1, 2, 3]), `${at}[1]`, /\[\[…\]\]/],
  [
    'a method of none',
    buttons({ method: 'restile', args: ['visible', true] }),
    `${at.slice(0, -4)}method`,
    /"restyle"/,
  ],
  [
    'a frame that is not there',
    { ...steps({ method: 'animate', args: [['f2']] }), frames },
    'layout.sliders[0].steps[0].args',
    /name of no frame/,
  ],
  [
    'a frame without brackets',
    { ...steps({ method: 'animate', args: ['f1', {}] }), frames },
    'layout.sliders[0].steps[0].args',
    /\[\["f1"\]\]/,
  ],
])('%s', isToldAt)

test.each<[string, object]>([
  ['names and values', restyle('visible', 'legendonly')],
  ['an attribute of one of the types', restyle({ 'marker.line.width': [1, 2], width: 0.5, mode: 'lines' })],
  ['one value for each trace', restyle({ visible: [true, false], y: [[1, 2], null] }, [0, 1])],
  ['null, as in resetting', restyle({ y: [null], 'marker.color': null })],
  ['another type, and its attributes', buttons({ args: ['type', 'heatmap'] }, { args: ['zmin', 5] })],
  ['a list in each trace', restyle('x', [['a', 'b', 'c']])],
  ['a colour scale', restyle({ 'marker.colorscale': 'Viridis', 'marker.color': [[1, 2, 3]] })],
  ['books kept', restyle({ autobinx: true, 'y.src': 1, ids: [['a']], ysrc: 'a', customdata: [[1, 2]] })],
  ['an attribute of the layout in a restyle', restyle({ 'LAYOUTtitle.text': 'x' })],
  [
    'parts of the layout',
    relayout({
      'xaxis2.range[0]': 1,
      'xaxis.range': [0, 1],
      title: 'x',
      'scene.camera.eye': { x: 1, y: 1, z: 1 },
      'annotations[1].visible': false,
      'shapes[0]': null,
      annotations: [],
      template: { layout: {} },
      meta: { own: 1 },
      'meta.own': 2,
      'updatemenus[0].active': 1,
    }),
  ],
  ['shapes', relayout('shapes', [{ type: 'line', x0: 1, x1: 2, y0: 1, y1: 2 }])],
  ['an update', update({ visible: [true, false] }, { title: { text: 'x' }, 'yaxis.type': 'log' }, [0, 1])],
  ['an update of the layout alone', update(null, { barmode: 'stack' })],
  ['nothing', buttons({ method: 'skip' })],
  [
    'a group of frames',
    { ...steps({ method: 'animate', args: ['g'] }), frames: [{ name: 'f1', group: 'g' }] },
  ],
])('%s: is no mistake', (_, body) => {
  expect(toldOf(body)).toEqual([])
})

test('tells once what all steps of a slider have', () => {
  const many = Array.from({ length: 50 }, () => ({ args: [{ visble: true }] }))
  expect(toldOf(steps(...many))).toHaveLength(1)
})
