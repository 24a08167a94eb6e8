/** Checks sunbursts, treemaps and icicles by building their trees like the charting library does. */

import { quotedValue } from '../../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { lengthOf, numbersOf, valuesOf } from '../../data/arrays.ts'
import { warnOfNoSize } from '../../data/first-wrong.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Longer lists are not read. */
const maxLabels = 100_000

/** The tolerance of the library for sums. */
const almost = 1 - 1e-6

interface Sector {
  readonly at: number
  readonly id: string
  readonly parent: string
  readonly value: number
}

/** Refuses trees that the library cannot build. */
export function checkHierarchy(figure: FigureView, { place }: TraceView): void {
  const { tree, findings } = figure
  const parents = tree.member(place, 'parents')
  const names = tree.member(place, 'ids') === none ? tree.member(place, 'labels') : tree.member(place, 'ids')
  const count = lengthOf(tree, parents) === null ? null : lengthOf(tree, names)
  if (count === null || count > maxLabels) return
  const values = tree.member(place, 'values')
  const sectors = sectorsOf(tree, names, parents, values)
  const fault = faultOf(sectors, tree.key(names))
  if (fault) findings.error(fault.ofName ? names : parents, fault.message, fault.at)
  else warnOfLosses()
  if (fault) return
  const level = tree.member(place, 'level')
  checkLevel(figure, level, sectors)
  const depth = tree.member(place, 'maxdepth')
  if (tree.number(depth) === 0)
    findings.warn(depth, 'shows nothing; send the number of levels to show, or -1 for all of them')
  if (level === none) warnOfZeros(figure, values, sectors)
  if (values !== none && tree.string(tree.member(place, 'branchvalues')) === 'total') {
    const less = lessThanItsParts(sectors)
    if (less) {
      findings.error(
        values,
        `is less than the sum of the sectors under ${quotedValue(less.id)}; with "branchvalues": "total" it must not be`,
        less.at,
      )
    }
  }

  /** Warns of sectors that are not drawn. */
  function warnOfLosses(): void {
    const ids = new Set<string>()
    const twice = sectors.find(({ id }) => ids.size === ids.add(id).size)
    if (twice && !findings.enough)
      findings.warn(
        names,
        `${quotedValue(twice.id)} appears twice, so one of the two is not drawn; distinguish them by ids`,
        twice.at,
      )
    warnOfNoSize(findings, values, 'sector')
  }
}

/** Checks the sector that is drawn as the root. */
function checkLevel({ tree, findings, frames }: FigureView, level: Place, sectors: readonly Sector[]): void {
  if (level === none || tree.is(level, kinds.object | kinds.array)) return
  const id = tree.string(level) ?? tree.text(level)
  if (id === '') return
  const isSector = tree.is(level, kinds.string) && sectors.some(each => each.id === id || each.parent === id)
  if (sectors.length === 0)
    findings.error(
      level,
      'cannot be found, because no sector has a size; send numbers as values, or leave them out',
    )
  else if (!isSector && frames === none && !findings.enough)
    findings.warn(
      level,
      `${quotedValue(id)} is not a sector, so the whole tree is drawn; send one of its ids or labels, as a text`,
    )
}

/** Warns of values that are all 0 or missing. Figures with frames are skipped, since a frame may bring others. */
function warnOfZeros(
  { tree, findings, frames }: FigureView,
  values: Place,
  sectors: readonly Sector[],
): void {
  if (lengthOf(tree, values) === null || frames !== none || findings.enough) return
  // Texts are reported one by one.
  if (tree.is(values, kinds.array) && tree.mask(values) & kinds.string) return
  if (sectors.every(({ value }) => value === 0))
    findings.warn(values, 'shows nothing, because no value is above 0; send other values, or leave them out')
}

const isKey = (value: unknown) => Boolean(value) || typeof value === 'number'
/** The sectors, without those that the library skips because they have no name or value. */
function sectorsOf(tree: FigureTree, names: Place, parents: Place, values: Place): readonly Sector[] {
  const [ids, above] = [valuesOf(tree, names), valuesOf(tree, parents)]
  const numbers = values === none || lengthOf(tree, values) === null ? null : numbersOf(tree, values)
  const sectors: Sector[] = []
  for (let at = 0; at < Math.min(ids.length, above.length, numbers?.length ?? Infinity); at++) {
    const value = numbers?.[at] ?? 0
    if (!isKey(ids[at]) || !(value >= 0)) continue
    sectors.push({ at, id: String(ids[at]), parent: isKey(above[at]) ? String(above[at]) : '', value })
  }
  return sectors
}

interface Fault {
  readonly at: number
  readonly ofName: boolean
  readonly message: string
}

function faultOf(sectors: readonly Sector[], called: string): Fault | null {
  const byId = new Map<string, Sector>()
  const parents = new Set(sectors.map(({ parent }) => parent))
  for (const sector of sectors) {
    if (byId.has(sector.id) && parents.has(sector.id)) {
      const message = `${quotedValue(sector.id)} appears twice and has sectors below it; distinguish them by ids`
      return { at: sector.at, ofName: true, message }
    }
    byId.set(sector.id, sector)
  }
  const missing = sectors.filter(({ parent }) => parent !== '' && !byId.has(parent))
  // The library adds a single missing root.
  const implied = !parents.has('') && new Set(missing.map(({ parent }) => parent)).size === 1
  const first = missing[0]
  if (first && !implied) {
    const message = `${quotedValue(first.parent)} is not one of the ${called}, so nothing can be drawn; the root's parent is ""`
    return { at: first.at, ofName: false, message }
  }
  const ring = sectorInRing(sectors, byId)
  return ring
    ? {
        at: ring.at,
        ofName: false,
        message: `${quotedValue(ring.id)} is its own ancestor; nothing can be drawn`,
      }
    : null
}

/** Finds a sector in a cycle of parents, in linear time. */
function sectorInRing(sectors: readonly Sector[], byId: ReadonlyMap<string, Sector>): Sector | null {
  const metFrom = new Map<Sector, Sector>()
  for (const sector of sectors) {
    let here: Sector | undefined = sector
    for (; here && !metFrom.has(here); here = byId.get(here.parent)) metFrom.set(here, sector)
    if (here && metFrom.get(here) === sector) return here
  }
  return null
}

function lessThanItsParts(sectors: readonly Sector[]): Sector | undefined {
  const sums = new Map<string, number>()
  for (const { parent, value } of sectors) sums.set(parent, (sums.get(parent) ?? 0) + value)
  return sectors.find(({ id, value }) => value < (sums.get(id) ?? 0) * almost)
}
