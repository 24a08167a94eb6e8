/**
 * The three presentations of a graph (spec 4, "Endpoint summary"). Answers are assembled from texts: `data` and `layout` are
 * sent byte for byte as they are stored, without being parsed.
 */

import type { Addresses } from '../../domain/addresses.ts'
import type { Figure, FigureText } from '../../domain/figure/text.ts'
import type { GraphId } from '../../domain/ids.ts'

/** Makes the text of an answer, in pieces if it contains a figure. */
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
