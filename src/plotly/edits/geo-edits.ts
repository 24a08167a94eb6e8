/** Edits for maps with outlines of countries. */

import { type LibraryEdit, reads } from './library-edit.ts'

/**
 * Looks at each trace of a map, not at the first one again and again: whether it needs the outlines of countries, without
 * which its places are not found, and whether its markers have angles.
 * `for (i = 0; i < geoCalcData.length; i++) { trace = geoCalcData[0][0].trace; …`
 */
const eachTrace: LibraryEdit = {
  near: '._hasMarkerAngles=',
  find: reads(String.raw`((NAME)<(NAME)\.length;\2\+\+\)\{var NAME=\3\[)0(?=\]\[0\]\.trace;)`),
  replace: '$1$2',
  upstream: { file: 'src/plots/geo/geo.js', issue: null },
}

/**
 * A map of nearly the whole world is cut where there is least data, often in the Atlantic. The default style leaves it as
 * maps of the world are known. In degrees. `midLon = (axLon.range[0] + axLon.range[1]) / 2`
 */
const wholeWorlds: LibraryEdit = {
  near: 'fitbounds computations.',
  find: reads(
    String.raw`var NAME=\((NAME)\.range\[0\]\+\1\.range\[1\]\)/2(?=,NAME=\(NAME\.range\[0\]\+NAME\.range\[1\]\)/2;if\((NAME)\._isScoped\))`,
  ),
  replace: 'self.plotgateStyle&&!$2._isScoped&&$1.range[1]-$1.range[0]>240&&($1.range=[-180,180]);$&',
  upstream: { file: 'src/plots/geo/geo.js', issue: null },
}

export const geoEdits = { eachTrace, wholeWorlds } satisfies Record<string, LibraryEdit>
