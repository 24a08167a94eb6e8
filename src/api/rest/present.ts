/**
 * One Graph, three presentations (spec 4, "Endpoint summary"). Answers are put together from text: `data` and
 * `layout` go out as they are stored, to the byte, and are never parsed on the way.
 */

import type { Figure, FigureText } from '../../domain/figure/text.ts'
import type { Addresses } from '../../domain/graph/addresses.ts'
import type { GraphId } from '../../domain/ids.ts'

/** What of a graph's figure a presentation shows: an answer's text, in pieces where a figure is among them. */
export type Presenter = (
  graphId: GraphId,
  addresses: Addresses,
  figure: Figure,
) => string | readonly FigureText[]

const quoted = (text: string) => JSON.stringify(text)

/** spec 4.1, 4.2 */
export const presentGraph = (
  graphId: GraphId,
  addresses: Addresses,
  { data, layout }: Figure,
): readonly FigureText[] => [
  `{"ok":true,"graph":{"graph_id":"${graphId}","image_url":${quoted(addresses.image(graphId))},"permalink":${quoted(addresses.permalink(graphId))},"data":`,
  data,
  ',"layout":',
  layout,
  '}}',
]

/** spec 4.4, 4.5 */
export const presentPlot = (graphId: GraphId, addresses: Addresses): string =>
  `{"ok":true,"graph":{"graph_id":"${graphId}","permalink":${quoted(addresses.permalink(graphId))}}}`

/** spec 4.6, 4.7 */
export const presentChart = (graphId: GraphId, addresses: Addresses): string =>
  `{"ok":true,"graph":{"graph_id":"${graphId}","image_url":${quoted(addresses.image(graphId))}}}`

/** spec 4.3 */
export const presentDeleted = '{"ok":true}'
