/** Warns of annotations and shapes placed by a word on an axis of numbers, where the library uses another position. */

import { usualId } from '../../../../plotly/schema/older-spellings.ts'
import { isNumeric } from '../../../../plotly/schema/values.ts'
import { shortened } from '../../faults.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { isDate } from '../data/dates.ts'
import { isTypedArray } from '../data/typed-arrays.ts'
import type { LayoutPart } from '../layout-parts.ts'
import type { FigureView, TraceView } from '../views.ts'
import { tracesOn } from './named-parts.ts'
import { axisInLayout } from './names.ts'

/** The coordinates of annotations and shapes, with the letter of their axis. */
const placed = [
  [
    'annotations',
    [
      ['x', 'x'],
      ['y', 'y'],
    ],
  ],
  [
    'shapes',
    [
      ['x', 'x0'],
      ['x', 'x1'],
      ['y', 'y0'],
      ['y', 'y1'],
    ],
  ],
] as const

/** Types whose positions are their x and y, or an index. */
const plain: ReadonlySet<string> = new Set(['scatter', 'scattergl', 'bar'])

export function checkTextPositions(figure: FigureView): void {
  const { tree, layout, findings, parts } = figure
  for (const [list, coordinates] of placed)
    forEachItem(layout, list, item => {
      for (const [letter, name] of coordinates) checkOnPlane(tree.member(item, name), item, letter)
    })
  for (const scene of parts.others) {
    if (scene.kind === 'scene') for (const letter of ['x', 'y', 'z']) checkInScene(scene, letter)
  }

  function forEachItem(parent: Place, name: string, check: (item: Place) => void): void {
    const list = tree.member(parent, name)
    if (!tree.is(list, kinds.array)) return
    for (let item = tree.first(list); item !== none; item = tree.next(item)) check(item)
  }

  /** The word at that place; null for numbers and dates. */
  function wordAt(place: Place): string | null {
    const text = tree.string(place)
    return text === null || isNumeric(text) || isDate(text) ? null : text
  }

  /** The date at that place; null for anything else, including a year, which is also a number. */
  function dateAt(place: Place): string | null {
    const text = tree.string(place)
    return text !== null && isDate(text) && !isNumeric(text) ? text : null
  }

  function checkOnPlane(place: Place, item: Place, letter: 'x' | 'y'): void {
    const word = wordAt(place) ?? dateAt(place)
    if (word === null || findings.enough) return
    const id = usualId(tree.string(tree.member(item, `${letter}ref`)) ?? letter)
    if (!/^[xy]\d*$/.test(id)) return
    const axis = axisInLayout(tree, layout, id)
    const hasNames = ['type', 'categoryarray'].some(name => tree.member(axis, name) !== none)
    const traces = tracesOn(figure, `${letter}axis`, letter, id)
    const areNumbers = traces.every(trace => plain.has(trace.type) && isOfNumbers(trace, letter))
    if (traces.length > 0 && areNumbers && !hasNames)
      findings.warn(
        place,
        `${shortened(`"${word}"`)} ${elsewhere}, so another position is used; send a number`,
      )
  }

  function checkInScene(scene: LayoutPart, letter: string): void {
    const traces = tracesOn(figure, 'scene', 'scene', scene.id)
    if (traces.length === 0) return
    // The library includes the position in the range, and fails.
    const isFatal =
      tree.at(scene.place, `${letter}axis`, 'range') === none &&
      traces.some(({ type }) => type !== 'scatter3d')
    let areNumbers: boolean | undefined
    forEachItem(scene.place, 'annotations', item => {
      const place = tree.member(item, letter)
      const word = wordAt(place)
      if (word === null) return
      areNumbers ??= traces.every(trace => isOfNumbers(trace, letter))
      if (!areNumbers) return
      const message = `${shortened(`"${word}"`)} ${elsewhere}`
      if (isFatal) findings.error(place, `${message}; send a number`)
      else findings.warn(place, `${message}, so it is not shown there; send a number`)
    })
  }

  /** Whether the positions are numbers, or an index because there are none. */
  function isOfNumbers({ place }: TraceView, letter: string): boolean {
    const data = tree.member(place, letter)
    if (tree.is(data, kinds.array)) {
      // A surface has rows of heights.
      const rows = tree.mask(data) === kinds.array ? headOf(tree, data) : []
      if (rows.length > 0) return rows.flat().every(isNumberOrNull)
      return (tree.mask(data) & ~(kinds.number | kinds.null)) === 0
    }
    return data === none || isTypedArray(tree, data)
  }
}

const elsewhere = 'is not a position on a numeric axis'

const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number'
