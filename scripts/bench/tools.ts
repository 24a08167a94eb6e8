/** What the contenders need beside this repository, in a cache folder and never among its packages. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '../../src/rendering/chromium/find.ts'

export const run = promisify(execFile)
export const cacheDir = resolve('.cache/bench')

/** One executable that starts the browser Plotgate draws with, for every contender alike. */
export async function browserScript(): Promise<string> {
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  const { executable, env } = await findBrowser({ browserPath: process.env.BROWSER_PATH ?? null, cacheDir })
  const script = join(cacheDir, 'browser.sh')
  const settings = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`)
  // Chromium refuses its sandbox to root, and not every contender says so to it.
  const sandbox = process.getuid?.() === 0 ? '--no-sandbox ' : ''
  await writeFile(script, `#!/bin/sh\n${settings.join('\n')}\nexec '${executable}' ${sandbox}"$@"\n`)
  await chmod(script, 0o755)
  return script
}

/** Packages of npm in a folder of their own; returns the folder. */
export async function npmPackages(name: string, packages: readonly string[]): Promise<string> {
  const folder = join(cacheDir, name)
  if (!existsSync(join(folder, 'node_modules'))) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{"private":true}')
    const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1' }
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
      cwd: folder,
      env,
    })
  }
  return folder
}

/** A virtual environment of Python with these packages; returns its interpreter. */
export async function pythonPackages(name: string, packages: readonly string[]): Promise<string> {
  const folder = join(cacheDir, name)
  const python = join(folder, 'bin', 'python')
  if (!existsSync(join(folder, 'ready'))) {
    await run('python3', ['-m', 'venv', folder])
    await run(python, ['-m', 'pip', 'install', '--quiet', ...packages])
    await writeFile(join(folder, 'ready'), '')
  }
  return python
}
