/** Measures the selections of a document with its fragments expanded: their size, and what validation compares. */

import { type DefinitionNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql'
import { invalidQuery } from '../../errors/errors.ts'

interface Size {
  readonly depth: number
  readonly fields: number
  readonly aliases: number
}

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** By name. Refuses two of one name. */
export function fragmentsOf(definitions: readonly DefinitionNode[]): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of definitions) {
    if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    const name = definition.name.value
    if (fragments.has(name)) throw invalidQuery(`There can be only one fragment named "${name}".`)
    fragments.set(name, definition)
  }
  return fragments
}

/** Measures each fragment once. `measured` has the names of the fragments that were. */
export function createMeasure(fragments: Fragments) {
  /** The sizes of fragments; null while one is being measured. */
  const measured = new Map<string, Size | null>()
  const nothing: Size = { depth: 0, fields: 0, aliases: 0 }

  function fragmentSize(name: string): Size {
    const known = measured.get(name)
    if (known) return known
    if (known === null) throw invalidQuery(`Cannot spread fragment "${name}" within itself.`)
    const fragment = fragments.get(name)
    measured.set(name, null)
    const size = fragment ? sizeOf(fragment.selectionSet) : nothing
    measured.set(name, size)
    return size
  }

  function sizeOf(selectionSet: SelectionSetNode): Size {
    let depth = 0
    let fields = 0
    let aliases = 0
    const add = (size: Size) => {
      depth = Math.max(depth, size.depth)
      fields += size.fields
      aliases += size.aliases
    }
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) add(fragmentSize(selection.name.value))
      else if (selection.kind === Kind.INLINE_FRAGMENT) add(sizeOf(selection.selectionSet))
      else {
        const inner = selection.selectionSet ? sizeOf(selection.selectionSet) : nothing
        // Introspection needs more depth than queries, and is limited by GraphQL's own rule.
        const introspects = selection.name.value.startsWith('__')
        add({
          depth: introspects ? 1 : inner.depth + 1,
          fields: inner.fields + 1,
          aliases: inner.aliases + (selection.alias ? 1 : 0),
        })
      }
    }
    return { depth, fields, aliases }
  }

  return { sizeOf, measured }
}

/** Counts the pairs of fields of one name in the selections of one place, and in all places below it. */
export function pairsIn(selectionSets: readonly SelectionSetNode[], fragments: Fragments): number {
  const fields = new Map<string, { count: number; readonly inner: SelectionSetNode[] }>()
  const expanded = new Set<string>()

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value)
        if (!fragment || expanded.has(selection.name.value)) continue
        expanded.add(selection.name.value)
        collect(fragment.selectionSet)
      } else {
        const name = (selection.alias ?? selection.name).value
        const field = fields.get(name) ?? { count: 0, inner: [] }
        fields.set(name, field)
        field.count++
        if (selection.selectionSet) field.inner.push(selection.selectionSet)
      }
    }
  }

  selectionSets.forEach(collect)
  let pairs = 0
  for (const { count, inner } of fields.values()) {
    pairs += (count * (count - 1)) / 2
    if (inner.length > 0) pairs += pairsIn(inner, fragments)
  }
  return pairs
}
