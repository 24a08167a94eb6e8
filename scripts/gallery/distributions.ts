/** Distributions and points. Made when it is called: series take their numbers from one generator, in order. */

import { cities, type GalleryGroup, hill, noise, normal, random, range, times } from './samples.ts'

export const distributions = (): GalleryGroup => ({
  title: 'Distributions and points',
  figures: [
    {
      name: 'histogram',
      data: [{ type: 'histogram', x: normal(800, 60, 12) }],
      layout: { title: 'Marks of an exam' },
    },
    {
      name: 'histograms-overlaid',
      data: [
        { type: 'histogram', name: 'before', x: normal(500, 50, 10), opacity: 0.7 },
        { type: 'histogram', name: 'after', x: normal(500, 60, 12), opacity: 0.7 },
      ],
      layout: { title: 'Before and after', barmode: 'overlay' },
    },
    {
      name: 'box',
      data: times(4, i => ({ type: 'box', name: cities[i], y: normal(80, 30 + 4 * i, 8) })),
      layout: { title: 'Boxes' },
    },
    {
      name: 'violin',
      data: times(3, i => ({
        type: 'violin',
        name: cities[i],
        y: normal(120, 30 + 4 * i, 8),
        box: { visible: true },
      })),
    },
    {
      name: 'scatter',
      data: times(3, i => ({
        mode: 'markers',
        name: cities[i],
        x: normal(60, 10 * i, 6),
        y: normal(60, 8 * i, 7),
      })),
      layout: { title: 'Three kinds', xaxis: { title: 'length (cm)' }, yaxis: { title: 'width (cm)' } },
    },
    {
      name: 'scatter-scale',
      data: [
        {
          mode: 'markers',
          x: normal(150, 0, 10),
          y: normal(150, 0, 10),
          marker: { color: range(150), showscale: true, colorbar: { title: 'age' } },
        },
      ],
      layout: { title: 'Coloured by value' },
    },
    {
      name: 'bubbles',
      data: times(3, i => ({
        mode: 'markers',
        name: cities[i],
        x: normal(12, 40, 20),
        y: normal(12, 60, 15),
        marker: { size: times(12, () => 8 + 40 * random()) },
      })),
      layout: { title: 'Bubbles' },
    },
    {
      name: 'labelled-points',
      data: [
        {
          mode: 'markers+text',
          x: normal(12, 5, 3),
          y: normal(12, 5, 3),
          text: cities,
          textposition: 'top center',
        },
      ],
      layout: { title: 'Points with names' },
    },
    { name: 'heatmap', data: [{ type: 'heatmap', z: hill(20, 30) }], layout: { title: 'A heat map' } },
    {
      name: 'correlation',
      data: [
        {
          type: 'heatmap',
          x: cities.slice(0, 6),
          y: cities.slice(0, 6),
          z: times(6, r => times(6, c => (r === c ? 1 : Math.round(noise() * 60) / 100))),
          zmin: -1,
          zmax: 1,
          texttemplate: '%{z}',
        },
      ],
      layout: { title: 'Correlations' },
    },
    { name: 'contour', data: [{ type: 'contour', z: hill(20, 30) }], layout: { title: 'Contours' } },
    { name: 'density', data: [{ type: 'histogram2dcontour', x: normal(400, 0, 5), y: normal(400, 0, 5) }] },
    {
      name: 'splom',
      data: [
        {
          type: 'splom',
          dimensions: times(3, i => ({ label: cities[i], values: normal(80, 5 * i, 3) })),
          diagonal: { visible: false },
        },
      ],
      layout: { title: 'Each against each' },
    },
    {
      name: 'parallel-coordinates',
      data: [
        {
          type: 'parcoords',
          line: { color: range(60) },
          dimensions: times(4, i => ({ label: cities[i], values: normal(60, 20, 4) })),
        },
      ],
      layout: { title: 'Parallel coordinates' },
    },
  ],
})
