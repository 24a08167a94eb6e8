/** The figures that are drawn: the same for every contender. */

/** Numbers that differ from figure to figure and not from run to run. */
function numbers(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export interface ReferenceFigure {
  readonly data: readonly [
    { type: 'scatter'; mode: 'lines+markers'; name: string; x: number[]; y: number[] },
    { type: 'bar'; name: string; x: number[]; y: number[] },
  ]
  readonly layout: { title: { text: string }; width: 700; height: 500 }
}

/** A line with markers and bars, 100 points each, 700×500. No two seeds make the same image. */
export function referenceFigure(seed: number): ReferenceFigure {
  const next = numbers(seed)
  const x = Array.from({ length: 100 }, (_, at) => at)
  const y = (height: number) =>
    x.map(at => Math.round((height * (1 + Math.sin(at / 9)) + 20 * next()) * 1e3) / 1e3)
  return {
    data: [
      { type: 'scatter', mode: 'lines+markers', name: 'Observed', x, y: y(25) },
      { type: 'bar', name: 'Counts', x, y: y(10) },
    ],
    layout: { title: { text: `Measured, series ${seed}` }, width: 700, height: 500 },
  }
}

/** One scattergl trace of that many points, as the text of a create's body. */
export function pointCloud(points: number, seed: number): string {
  const next = numbers(seed)
  const axis = () => Array.from({ length: points }, () => (next() * 100).toFixed(2)).join()
  return `{"data":[{"type":"scattergl","mode":"markers","marker":{"size":2},"x":[${axis()}],"y":[${axis()}]}]}`
}

/** Of about 10 MB: as much as the default bound lets in. */
export const largestCloud = (seed: number): string => pointCloud(800_000, seed)
