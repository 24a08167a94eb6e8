/** Tile maps whose view shows none of their points, as `zoom` without a centre does. */

import { expect, test } from '@jest/globals'
import { toldOf } from './mistake.ts'

const points = { type: 'scattermap', lat: [45.4, 45.6], lon: [-73.7, -73.5] }
const f8 = (values: readonly number[]) => ({
  dtype: 'f8',
  bdata: Buffer.from(new Float64Array(values).buffer).toString('base64'),
})
const typed = { type: 'scattermap', lat: f8(points.lat), lon: f8(points.lon) }
const choropleth = { type: 'choroplethmap', locations: ['a'], z: [1], geojson: 'https://a.example/a.json' }
const many = (last: number) => Array.from({ length: 5_000 }, (_, i) => (i === 4_999 ? last : 45 + i / 1e5))

const messages = (trace: object, map: object, more: readonly object[] = [], layout: object = {}) =>
  toldOf({ data: [trace, ...more], layout: { ...layout, map: { style: 'white-bg', ...map } } })
    .filter(([, path]) => path === 'layout.map.center')
    .map(([severity, , message]) => `${severity}: ${message}`)

const atNull =
  'warning: shows none of its points: it is centred on latitude 0 and longitude 0; send the centre, such as {"lat":45.4,"lon":-73.7}'

test.each<[string, object, object, string]>([
  ['a zoom alone', points, { zoom: 10 }, `${atNull}, or leave zoom out to fit the view to them`],
  [
    'an empty centre',
    points,
    { zoom: 10, center: {} },
    `${atNull}, or leave zoom out to fit the view to them`,
  ],
  ['typed arrays', typed, { zoom: 10 }, `${atNull}, or leave zoom out to fit the view to them`],
  [
    'a density',
    { ...points, type: 'densitymap', z: [1, 2] },
    { zoom: 8 },
    `${atNull}, or leave zoom out to fit the view to them`,
  ],
  [
    'a swapped centre',
    points,
    { zoom: 10, center: { lat: -73, lon: 45 } },
    `${atNull.replace('latitude 0 and longitude 0', 'latitude -73 and longitude 45')}`,
  ],
])('is told of: %s', (_what, trace, map, message) => {
  expect(messages(trace, map)).toEqual([message])
})

test.each<[string, object, object, readonly object[], object]>([
  ['a centre at the points', points, { zoom: 10, center: { lat: 45.5, lon: -73.6 } }, [], {}],
  ['a centre beside them', points, { zoom: 10, center: { lat: 46, lon: -74 } }, [], {}],
  ['a centre one turn further', points, { zoom: 10, center: { lat: 45.5, lon: 286.4 } }, [], {}],
  ['the world', points, { zoom: 1 }, [], {}],
  ['a view that is fitted', points, {}, [], {}],
  ['areas', choropleth, { zoom: 10 }, [points], {}],
  ['another trace in view', points, { zoom: 10 }, [{ ...points, lat: [0], lon: [0] }], {}],
  ['a point in view far down the list', { ...points, lat: many(0), lon: many(0) }, { zoom: 10 }, [], {}],
  ['points that are hidden', { ...points, visible: false }, { zoom: 10 }, [], {}],
  ['a view that is tilted', points, { zoom: 10, pitch: 60 }, [], {}],
  [
    'a template with a map',
    points,
    { zoom: 10 },
    [],
    { template: { layout: { map: { center: { lat: 45 } } } } },
  ],
  ['no numbers', { ...points, lat: ['', null], lon: [null, ''] }, { zoom: 10 }, [], {}],
])('is not told of: %s', (_what, trace, map, more, layout) => {
  expect(messages(trace, map, more, layout)).toEqual([])
})
