/** Reads paths of attributes such as `marker.line.color` and `annotations[0].text`, as buttons and slider steps have them. */

import {
  type Attribute,
  type Container,
  isContainer,
  memberOf,
  type SchemaNode,
} from '../../../../plotly/schema/schema.ts'

/** What a path leads to. `attribute` is null if it leads to an object, or into a value. */
export interface Found {
  readonly attribute: Attribute | null
}

/** The name in a path that the schema does not know, and where it was looked for. */
export interface Unknown {
  readonly unknown: string
  readonly container: Container
}

const isIndex = (name: string) => /^-?\d*$/.test(name)

/** Follows a path from the layout or from a trace. */
export function follow(root: Container, path: string): Found | Unknown {
  let node: SchemaNode = root
  let above = root
  for (const name of path.replace(/\[(-?\d{0,9})\]/g, '.$1').split('.')) {
    if (node.kind === 'list') {
      if (!isIndex(name)) return { unknown: name, container: above }
      node = node.item
    } else if (isContainer(node)) {
      above = node
      const member: SchemaNode | undefined = memberOf(node, name)
      if (!member) return { unknown: name, container: above }
      node = member
    } else if (node.kind === 'any' || isIndex(name)) return { attribute: null }
    else return { unknown: name, container: above }
  }
  return { attribute: isContainer(node) || node.kind === 'list' ? null : node }
}
