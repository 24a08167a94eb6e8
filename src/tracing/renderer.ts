/** Wraps the renderer with spans for waiting, rendering and encoding. */

import type { Renderer } from '../domain/image/ports.ts'
import type { OpenSpan, Spans } from './spans.ts'

export function tracedRenderer(renderer: Renderer, spans: Spans): Renderer {
  return {
    ...renderer,
    draw(request) {
      const here = spans.keep()
      let open: OpenSpan = spans.begin('wait for a page')

      function next(name: string): OpenSpan {
        open.end()
        open = here(() => spans.begin(name))
        return open
      }

      const handle = renderer.draw({
        ...request,
        // The render begins, or begins again after a lost page.
        figure: () => next('render').within(request.figure),
      })
      handle.result.then(
        ({ images, encodeMs = 0 }) => {
          open.span.setAttribute('plotgate.formats', [...images.keys()])
          open.within(() => spans.begin('encode', { startTime: Date.now() - encodeMs }).end())
          open.end()
        },
        error => open.end(error),
      )
      return handle
    },
  }
}
