import type { RenderDispatcher, UnstoredDispatcher } from '../../src/domain/image/ports.ts'

/** Takes every render and finishes none. */
export const idleDispatcher: RenderDispatcher & UnstoredDispatcher = {
  submit: () => ({ result: new Promise(() => {}), promote: () => [], cancel: () => true }),
  draw: () => ({ result: new Promise(() => {}), cancel: () => true }),
  canary: async () => {},
  close: async () => {},
}
