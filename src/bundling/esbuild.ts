/** Runs the bundler, whose process is started when needed and stopped when idle. */

import type { BuildOptions, Metafile } from 'esbuild'

export interface Bundle {
  readonly code: string
  /** The source files, relative to the repository's root. */
  readonly inputs: readonly string[]
  readonly metafile: Metafile
}

let running = 0

/** Builds one script. Rejects with the bundler's message, which names the file and line. */
export async function bundle(options: BuildOptions): Promise<Bundle> {
  const esbuild = await load()
  running += 1
  try {
    const { outputFiles, metafile } = await esbuild.build({
      bundle: true,
      minify: true,
      format: 'iife',
      legalComments: 'none',
      logLevel: 'silent',
      ...options,
      write: false,
      metafile: true,
    })
    return { code: outputFiles[0]!.text, inputs: Object.keys(metafile.inputs), metafile }
  } finally {
    running -= 1
    // It is a separate process, which is not needed until a source changes.
    if (running === 0) await esbuild.stop()
  }
}

async function load(): Promise<typeof import('esbuild')> {
  try {
    return await import('esbuild')
  } catch (error) {
    const remedy = 'run `npm ci` with its development packages, or start the built package'
    throw new Error(`a checkout bundles its scripts for browsers with esbuild, which is missing: ${remedy}`, {
      cause: error,
    })
  }
}
