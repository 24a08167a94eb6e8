/** A known figure, and a check that its image is right. */

import type { Figure } from '../domain/figure/text.ts'
import { defaultLook } from '../domain/image/look.ts'
import type { Renderer } from '../domain/image/ports.ts'
import { unavailable } from '../errors/errors.ts'
import { healthChecks } from './schedule/flows.ts'

const canaryFigure: Figure = {
  data: '[{"type":"bar","x":["a","b","c"],"y":[1,3,2]}]',
  layout: '{"width":160,"height":120,"title":{"text":"canary"}}',
  frames: null,
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** In bytes. An empty image of the same size is far smaller than one with three bars. */
const minBytes = 1000

/** Rejects with `unavailable` if the image is not the canary's, or as the renderer does. */
export async function drawCanary(draw: Renderer['draw']): Promise<void> {
  const { result } = draw({
    figure: async () => canaryFigure,
    formats: ['png'],
    look: defaultLook,
    account: healthChecks,
    priority: 'waiting',
  })
  checkCanary((await result).images.get('png'))
}

function checkCanary(png: Uint8Array | undefined): void {
  const bytes = Buffer.from(png ?? [])
  const right =
    bytes.length >= minBytes &&
    bytes.subarray(0, 8).equals(signature) &&
    bytes.readUInt32BE(16) === 160 &&
    bytes.readUInt32BE(20) === 120
  if (!right) throw unavailable(`the canary was drawn wrongly (${bytes.length} bytes)`)
}
