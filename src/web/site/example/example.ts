/** The example graph on the landing page. */

import { readFileSync } from 'node:fs'
import { readSubmission } from '../../../domain/figure/submission.ts'
import type { Graph } from '../../../domain/graph/graph.ts'
import { accountIdOf, type GraphId } from '../../../domain/ids.ts'
import type { Theme } from '../../../domain/image/look.ts'

/** Its id under {plot_url}, which is too short to be a graph_id. */
export const exampleId = 'example'

const groups = Array.from({ length: 60 }, (_, i) => i + 1)

/** The probability that two of `people` share a birthday, with 365 equally likely days. */
const shared = (people: number): number => {
  let different = 1
  for (let i = 0; i < people; i++) different *= (365 - i) / 365
  return 1 - different
}

/** The request body: `{"data": […], "layout": {…}}`. */
const exampleRequest = {
  data: [
    {
      type: 'scatter',
      mode: 'lines',
      name: 'two share a birthday',
      x: groups,
      y: groups.map(people => Number(shared(people).toFixed(4))),
      line: { width: 3, shape: 'spline' },
      fill: 'tozeroy',
      fillcolor: 'rgba(60,150,150,0.2)',
      hovertemplate: '%{x} people: %{y:.1%}<extra></extra>',
    },
    {
      type: 'scatter',
      mode: 'markers',
      x: [23],
      y: [Number(shared(23).toFixed(4))],
      marker: { size: 12, color: '#eda11a' },
      hoverinfo: 'skip',
    },
  ],
  layout: {
    title: 'Do two share a birthday?',
    xaxis: { title: 'people in the room', range: [1, 60] },
    yaxis: { title: 'probability', tickformat: '.0%', range: [0, 1.04] },
    showlegend: false,
    annotations: [
      {
        x: 23,
        y: Number(shared(23).toFixed(4)),
        text: '23 people:<br>more likely than not',
        align: 'left',
        ax: 74,
        ay: 44,
      },
    ],
  },
} as const

/** The graph as it would be stored. */
export const exampleGraph: Graph = {
  ...readSubmission(Buffer.from(JSON.stringify(exampleRequest))),
  // Not in any store, so the ids are never looked up.
  graphId: exampleId as GraphId,
  accountId: accountIdOf(''),
  createdAt: new Date('2026-11-20T00:00:00Z'),
  version: 1,
  updatedAt: new Date('2026-11-20T00:00:00Z'),
  expiresAt: null,
  rendering: { status: 'ready', error: null, omitted: [] },
}

/** The size of the committed images and of the iframe on the landing page. */
export const exampleSize = { width: 620, height: 420 } as const

/** Rendered by `node scripts/images/example.ts`, so that the landing page needs no render. */
export const exampleImages: Readonly<Record<Theme, Uint8Array>> = {
  light: readFileSync(new URL('./light.svg', import.meta.url)),
  dark: readFileSync(new URL('./dark.svg', import.meta.url)),
}
