/** The builtins that every script uses. Nothing can be added to them, and they are compared after each figure. */

const guarded = [
  Object,
  Function,
  Array,
  String,
  Number,
  Boolean,
  RegExp,
  Date,
  Promise,
  Map,
  Set,
  JSON,
  Reflect,
  Symbol,
  Element,
  EventTarget,
  Node,
  SVGElement,
  XMLSerializer,
].flatMap((builtin): object[] => ('prototype' in builtin ? [builtin, builtin.prototype] : [builtin]))

/** Names set by libraries that are loaded when a figure first needs them. */
const expectedName = /^(?:MathJax|SVGElement|sre|SRE)/

export interface BuiltinsWatch {
  /** The name of a builtin that was changed, or null. */
  changed(): string | null
  /** The name of a global that was added, or null. */
  added(): string | null
}

/** Freezes the builtins. */
export function watchBuiltins(): BuiltinsWatch {
  const known = guarded.map(builtin => {
    Object.preventExtensions(builtin)
    return Object.entries(Object.getOwnPropertyDescriptors(builtin))
  })
  // The page sets its own names after this.
  const names = new Set([...Object.keys(window), 'plotgate', 'plotgateStyle', 'plotgateSvgImage'])

  function changedBuiltin(): string | null {
    for (const [index, entries] of known.entries()) {
      const builtin = guarded[index]!
      for (const [name, before] of entries) {
        const now = Object.getOwnPropertyDescriptor(builtin, name)
        // `Object.is`, because NaN is not equal to itself.
        const same = Object.is(now?.value, before.value) && now?.get === before.get && now?.set === before.set
        if (!same) return name
      }
    }
    return null
  }

  return {
    changed: changedBuiltin,
    added: () => Object.keys(window).find(name => !names.has(name) && !expectedName.test(name)) ?? null,
  }
}
