/**
 * Keeps figures apart in one warm page: what a figure leaves behind is taken away, and a page on which one
 * left something that cannot be taken away needs to be loaded anew. Handed to the page as its own text.
 */

import type { PageAnswer, PageRenderer, PageRequest } from './draw.ts'

export interface GuardedAnswer extends PageAnswer {
  /** Why the next figure must not be drawn on this page; null when it may. */
  readonly needsReload: string | null
  /** The picture itself may be wrong and must be drawn again on a page as new. */
  readonly mustRedraw: boolean
}

export interface IsolatedRenderer {
  draw(request: PageRequest): Promise<GuardedAnswer>
  /** Gives back what only a next figure would use, and can have anew. */
  rest(): void
}

export function pageIsolation(drawing: PageRenderer): IsolatedRenderer {
  /** Contexts of WebGL a page may have had; each leaves a little in its process, and a map in its worker's. */
  const mostContexts = 400
  let contexts = 0
  const seen = new WeakSet<WebGLRenderingContext>()
  /** Of the figure that is drawn. */
  const live: WebGLRenderingContext[] = []
  /** Of canvases outside the document, which serve one figure after the other. */
  let kept: WeakRef<WebGLRenderingContext>[] = []

  // A page has 16 contexts at most and takes away the oldest: so each figure gives its own back. The library
  // keeps one canvas for all its 3d scenes, outside the document: that one must live on.
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const context = Reflect.apply(getContext, this, given)
    if (/webgl/.test(String(given[0])) && context && !seen.has(context)) {
      seen.add(context)
      if (this.isConnected) live.push(context)
      else {
        kept.push(new WeakRef(context))
        // Nobody points at a picture, and each scene's listeners would keep the scene as long as the canvas.
        this.addEventListener = () => {}
      }
      contexts += 1
    }
    return context
  } as typeof getContext

  /** The browser took one away, for their number or because its graphics process ended: what it drew is gone. */
  function lostContext(): boolean {
    kept = kept.filter(each => each.deref())
    return kept.some(each => each.deref()?.isContextLost())
  }

  function giveContextsBack(): void {
    for (const context of live.splice(0)) context.getExtension('WEBGL_lose_context')?.loseContext()
  }

  // What every script builds on. Nothing can be added to them; what is there is compared after each figure.
  const builtins = [
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
    Element,
    Node,
    SVGElement,
  ].flatMap((ground): object[] => [ground, ground.prototype])
  const known = builtins.map(ground => {
    Object.preventExtensions(ground)
    return Object.entries(Object.getOwnPropertyDescriptors(ground))
  })

  function changedGround(): string | null {
    for (const [index, entries] of known.entries()) {
      const ground = builtins[index]!
      for (const [name, before] of entries) {
        const now = Object.getOwnPropertyDescriptor(ground, name)
        // NaN, as `Number.NaN`, is not equal to itself.
        const same = Object.is(now?.value, before.value) && now?.get === before.get && now?.set === before.set
        if (!same) return name
      }
    }
    return null
  }

  // Libraries that load when a figure first needs them bring their own names; this script's own comes after it.
  const expected = /^(?:MathJax|PlotlyGeoAssets|Plotly|SVGElement|sre|SRE)/
  const names = new Set([...Object.keys(window), 'plotgate'])
  const newName = () => Object.keys(window).find(name => !names.has(name) && !expected.test(name)) ?? null

  function cleanUp(): void {
    giveContextsBack()
    for (const left of [...document.body.children]) {
      // The library measures text in it and would only make it anew.
      if (left.id !== 'js-plotly-tester' && !left.hasAttribute('data-stage')) left.remove()
    }
    window.scrollTo(0, 0)
  }

  // The place of `style` tells what was measured before; at the end it tells nothing.
  const styleLast = (svg: string) =>
    svg.replace(
      /<([a-z][\w:]*)((?: [\w:.-]+="[^"]*")*?)( style="[^"]*")((?: [\w:.-]+="[^"]*")+)/gi,
      '<$1$2$4$3',
    )

  return {
    async draw(request) {
      try {
        const answer = await drawing.draw(request)
        const images = { ...answer.images }
        if (images.svg) images.svg = styleLast(images.svg)
        if (images.pdf) images.pdf = styleLast(images.pdf)
        const mustRedraw = lostContext()
        const changed = changedGround() ?? newName()
        const needsReload = mustRedraw
          ? 'a context of WebGL was lost'
          : changed
            ? `${changed} was changed`
            : answer.tex
              ? 'TeX keeps macros'
              : contexts > mostContexts
                ? 'many contexts of WebGL'
                : null
        return { ...answer, images, needsReload, mustRedraw }
      } finally {
        cleanUp()
      }
    },

    rest() {
      // What they drew last, several times as large as it was for smooth edges.
      for (const context of kept) {
        const canvas = context.deref()?.canvas
        if (canvas) canvas.width = canvas.height = 1
      }
    },
  }
}
