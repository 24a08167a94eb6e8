/** Graphs of strangers that are dear to read: made once, before anything is measured. */

import { expect, type Service } from '../service/service.ts'

/** Graphs that strangers have published; their ids are known. */
export interface Graphs {
  readonly small: string
  /** Up to 10 MB, or of few bytes that stand for much: one text of `<`, numbers, thousands of traces, rows without values. */
  readonly large: Readonly<Record<string, string>>
}

const mega = 1_000_000

export async function prepareGraphs(service: Service): Promise<Graphs> {
  const create = async (figure: unknown) => {
    const { graph } = JSON.parse(
      expect(201, await service.post('/v1/plot', JSON.stringify(figure))).toString(),
    )
    return graph.graph_id as string
  }
  const numbers = Array.from({ length: 600_000 }, (_, at) => at * 1.000001)
  return {
    small: await create({ data: [{ y: [1, 2, 3] }], layout: { title: { text: 'small' } } }),
    large: {
      // Read where it stands, not in a thread: the most of that.
      medium: await create({ data: [{ y: numbers.slice(0, 2_000) }, { x: numbers.slice(0, 1_000) }] }),
      holes: await create({
        data: [
          {
            type: 'table',
            cells: { values: [numbers.slice(0, 5_000), ...Array.from({ length: 5_000 }, () => [])] },
          },
        ],
      }),
      names: await create({
        data: [
          {
            type: 'table',
            header: { values: Array(20_000).fill('A') },
            cells: { values: Array(20_000).fill([1]) },
          },
        ],
      }),
      nothingInCommon: await create({
        data: Array.from({ length: 1_000 }, (_, at) => ({
          type: 'parcoords',
          dimensions: [{ label: `d${at}`, values: numbers.slice(0, 50) }],
        })),
      }),
      '<': await create({ data: [{ name: '<'.repeat(9.8 * mega), y: [1] }] }),
      numbers: await create({ data: [{ y: numbers.slice(0, 300_000) }, { x: numbers.slice(0, 300_000) }] }),
      traces: await create({
        data: Array.from({ length: 1_999 }, (_, at) => ({ name: `t${at}`, y: numbers.slice(0, 100) })),
      }),
      texts: await create({
        data: [
          {
            type: 'scatter',
            mode: 'text',
            text: numbers.slice(0, 200_000).map(n => `é ${n}`),
            y: numbers.slice(0, 200_000),
          },
        ],
      }),
      table: await create({
        data: [{ type: 'table', cells: { values: [numbers.slice(0, 200_000), numbers.slice(0, 200_000)] } }],
      }),
      annotations: await create({
        data: [{ y: [1] }],
        layout: {
          annotations: Array.from({ length: 10_000 }, (_, at) => ({ text: `note ${at}`, x: at, y: 1 })),
        },
      }),
    },
  }
}
