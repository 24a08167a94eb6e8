/** The standalone file of the landing page's example. */

import type { Library } from '../../src/web/graph/assets/library.ts'
import { composeStandalone } from '../../src/web/graph/standalone.ts'
import { exampleGraph, exampleImages } from '../../src/web/site/example/example.ts'

export async function composeExample(library: Library): Promise<string> {
  const image = { type: 'image/svg+xml', bytes: exampleImages.light } as const
  return String(await composeStandalone({ ...exampleGraph, image, permalink: null, file: 'graph' }, library))
}
