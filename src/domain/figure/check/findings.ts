/** Collects errors, which refuse a figure, and warnings, which are stored with it. */

import { childPath, Faults, type Text, textOf } from '../faults.ts'
import { type FigureTree, none, type Place } from '../tree/figure-tree.ts'
import { maxWarnings, type Warning } from '../warning.ts'

export class Findings {
  readonly tree: FigureTree
  readonly faults: Faults
  readonly warnings: Warning[]
  /** Containers with steps (`dtick`, `size`), in order. */
  readonly stepped: { readonly place: Place; readonly kind: 'dtick' | 'size'; readonly isHidden: boolean }[] =
    []
  #ofHidden: Findings | null = null

  constructor(tree: FigureTree, faults = new Faults(), warnings: Warning[] = []) {
    this.tree = tree
    this.faults = faults
    this.warnings = warnings
  }

  /** The same for traces that are not drawn until somebody shows them: their errors are warnings. */
  get ofHidden(): Findings {
    this.#ofHidden ??= new FindingsOfHidden(this.tree, this.faults, this.warnings)
    return this.#ofHidden
  }

  /** True once the maximum number of warnings is reached, so that checks can be skipped. */
  get enough(): boolean {
    return this.warnings.length >= maxWarnings
  }

  /** `below` is the path to something without a place in the tree: an array element or a missing member. */
  error(place: Place, message: Text, ...below: readonly (string | number)[]): void {
    this.faults.add(() => this.#path(place, below), message)
  }

  warn(place: Place, message: Text, ...below: readonly (string | number)[]): void {
    if (!this.enough) this.warnings.push({ path: this.#path(place, below), message: textOf(message) })
  }

  #path(place: Place, below: readonly (string | number)[]): string {
    return below.reduce<string>(childPath, pathOf(this.tree, place)) || '$'
  }
}

class FindingsOfHidden extends Findings {
  override error(place: Place, message: Text, ...below: readonly (string | number)[]): void {
    this.warn(place, message, ...below)
  }
}

/** The JSON path of a value, such as `data[0].marker.color`; empty for the body. */
function pathOf(tree: FigureTree, place: Place): string {
  const parent = place === none ? none : tree.parent(place)
  if (parent === none) return ''
  const index = tree.index(place)
  return childPath(pathOf(tree, parent), index === -1 ? tree.key(place) : index)
}
