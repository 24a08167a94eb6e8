/** Choices of colour scales that depend on the data, so that a template cannot make them. */

import { type JsonObject, partOf } from '../../json.ts'

/** Values around a middle, by `zmid` or a range from -z to z, get the diverging scale. */
export function settleScale(trace: JsonObject, defaults: JsonObject): void {
  const { diverging } = partOf(defaults, 'colorscale')
  const own = ['colorscale', 'autocolorscale', 'coloraxis'].some(name => trace[name] !== undefined)
  if (own || !Array.isArray(diverging)) return
  const hasMiddle = ['z', 'c'].some(letter => {
    const [min, middle, max] = ['min', 'mid', 'max'].map(end => trace[letter + end])
    return typeof middle === 'number' || (typeof min === 'number' && min < 0 && min === -Number(max))
  })
  if (hasMiddle) trace.colorscale = diverging
}

const outlined = /^scatter(?:polar|geo|ternary|smith)?$/

/** Outlines marks, so that those in the lightest colours of a scale are visible. */
export function outlineScaledMarks(trace: JsonObject, defaults: JsonObject): void {
  const marker = partOf(trace, 'marker')
  const { color, coloraxis, line } = marker
  const scaled = Array.isArray(color) ? typeof color[0] === 'number' : coloraxis !== undefined
  if (!scaled || line !== undefined || !outlined.test(String(trace.type ?? 'scatter'))) return
  const ink = partOf(partOf(defaults, 'xaxis'), 'tickfont').color
  trace.marker = { ...marker, line: { width: 0.75, color: ink } }
}
