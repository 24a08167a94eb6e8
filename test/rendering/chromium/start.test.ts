/** Where browsers live, what they are given, and what is told when one does not start. */

import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { firstUsableFolder } from '../../../src/rendering/chromium/cache-dir.ts'
import type { LaunchedBrowser } from '../../../src/rendering/chromium/launch.ts'
import { newOwnerName } from '../../../src/rendering/chromium/profiles.ts'
import {
  type BrowserSource,
  type BrowserSourceOptions,
  createBrowserSource,
} from '../../../src/rendering/chromium/source.ts'
import {
  isWhole,
  type PackedBrowser,
  packedBrowserFits,
  unpackBrowser,
} from '../../../src/rendering/chromium/unpack.ts'

const patience = 240_000
const onLinux = process.platform === 'linux' ? test : test.skip
const onLinuxAsRoot = process.platform === 'linux' && process.getuid?.() === 0 ? test : test.skip
const packed = packedBrowserFits() ? test : test.skip

let folder: string
let source: BrowserSource | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-start-'))
})
afterEach(async () => {
  await source?.close()
  source = undefined
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function open(options: Partial<BrowserSourceOptions> = {}): BrowserSource {
  source = createBrowserSource({
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'off',
    cacheDir: join(folder, 'cache'),
    onEvent: () => {},
    ...options,
  })
  return source
}

const environmentOf = ({ pid }: LaunchedBrowser) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')

/** A program that stands for a browser. */
async function script(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return path
}

const failure = (source: BrowserSource) =>
  source.launch().then(
    () => 'started',
    (error: Error) => error.message,
  )

describe('the environment of a browser', () => {
  onLinux(
    'has nothing of what the service was given, and folders that go with it',
    async () => {
      process.env.MONGODB_URL = 'mongodb://operator:secret@store'
      try {
        const browser = await open().launch()
        const environment = environmentOf(browser).join('\n')
        expect(environment).not.toContain('secret')
        expect(environment).toContain(`HOME=${browser.folder}`)
        const [, temporary = ''] = /^TMPDIR=(.+)$/m.exec(environment) ?? []
        expect(existsSync(temporary)).toBe(true)
        browser.kill()
        await browser.gone
        expect([existsSync(temporary), existsSync(browser.folder)]).toEqual([false, false])
      } finally {
        delete process.env.MONGODB_URL
      }
    },
    patience,
  )

  onLinux(
    'what a killed service left is removed at the next start, and the fonts of an installation that is gone',
    async () => {
      const left = join(tmpdir(), 'plotgate-browser-1-99-left')
      await mkdir(left, { recursive: true })
      const cacheDir = join(folder, 'cache')
      await mkdir(cacheDir, { recursive: true, mode: 0o700 })
      const [gone, other] = ['fonts-00.conf', 'fonts-11.conf'].map(name => join(cacheDir, name))
      await writeFile(gone!, `<dir>${join(folder, 'gone')}</dir>`)
      await writeFile(other!, `<dir>${folder}</dir>`)
      await open().launch()
      expect([left, gone!, other!].map(path => existsSync(path))).toEqual([false, false, true])
    },
    patience,
  )
})

describe('the folder for caches', () => {
  onLinux('is the next one where the first cannot be made', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const home = join(folder, 'home', '.cache', 'plotgate')
    expect(firstUsableFolder([join(file, 'plotgate'), home])).toBe(home)
  })

  onLinuxAsRoot('is the next one where the first is mounted noexec or read-only', async () => {
    const mounts = ['noexec', 'ro'].map(option => [join(folder, option), option] as const)
    for (const [path, option] of mounts) {
      await mkdir(path)
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=1m,${option}`, 'tmpfs', path])
    }
    try {
      const places = mounts.map(([path]) => join(path, 'plotgate'))
      const data = join(folder, 'data', 'browser')
      expect(firstUsableFolder([...places, data])).toBe(data)
      expect(() => firstUsableFolder(places)).toThrow(/noexec.*EROFS.*Set XDG_CACHE_HOME/)
    } finally {
      for (const [path] of mounts) execFileSync('umount', [path])
    }
  })
})

describe('the browser from npm', () => {
  onLinux(
    'leaves nothing of an unpacking that was killed to the next start',
    async () => {
      const cacheDir = join(folder, 'killed')
      await mkdir(cacheDir, { mode: 0o700 })
      const [ended, running] = ['unpacking-4194305-1-ab', `unpacking-${await newOwnerName()}`]
      for (const name of [ended, running]) await mkdir(join(cacheDir, name))
      await open({ browserPath: '/nowhere/chrome', cacheDir })
        .launch()
        .catch(() => {})
      expect(readdirSync(cacheDir)).toEqual([running])
    },
    patience,
  )

  packed(
    'is unpacked anew when its folder, or a part of it, has vanished',
    async () => {
      const cacheDir = join(folder, 'tidied')
      const source = open({ browserPath: null, cacheDir })
      const first = await source.launch()
      const browser = await unpackBrowser(cacheDir)
      // A browser that ends may still write there.
      await rm(cacheDir, { recursive: true, maxRetries: 20, retryDelay: 250 })
      first.kill()
      expect((await source.launch()).pid).toBeGreaterThan(0)
      await rename(browser.libraries, `${browser.libraries}-away`)
      expect((await source.launch()).pid).toBeGreaterThan(0)
      expect(isWhole(browser)).toBe(true)
      expect(readdirSync(cacheDir).filter(name => name.startsWith('unpacking-'))).toEqual([])
    },
    patience,
  )

  packed(
    'is removed some days after its release was last started',
    async () => {
      const cacheDir = join(folder, 'releases')
      const { home } = await unpackBrowser(cacheDir)
      const [old, recent] = [join(cacheDir, 'chromium-1.0.0'), join(cacheDir, 'chromium-2.0.0')]
      const longAgo = new Date(Date.now() - 30 * 24 * 3600 * 1000)
      for (const path of [old, recent]) await mkdir(path)
      for (const path of [old, home]) await utimes(path, longAgo, longAgo)
      await unpackBrowser(cacheDir)
      expect([old, recent, home].map(path => existsSync(path))).toEqual([false, true, true])
      // One that is still started stays, whichever release cleans up.
      expect((await stat(home)).mtimeMs).toBeGreaterThan(longAgo.getTime())
    },
    patience,
  )

  packed.each<[string, (browser: PackedBrowser) => Promise<void>]>([
    // Without it nothing is drawn by WebGL.
    ['lacks a file', ({ home }) => rm(join(home, 'libvk_swiftshader.so'))],
    ['is cut off', ({ executable }) => truncate(executable, 1_000_000)],
    ['may not be executed', ({ executable }) => chmod(executable, 0o600)],
    ['is of an earlier version, which wrote no sizes', ({ home }) => rm(join(home, 'sizes.json'))],
  ])(
    'a copy of it that %s is replaced',
    async (_, damage) => {
      const cacheDir = join(folder, 'damaged')
      const browser = await unpackBrowser(cacheDir)
      expect(isWhole(browser)).toBe(true)
      await damage(browser)
      expect(isWhole(browser)).toBe(false)
      expect(isWhole(await unpackBrowser(cacheDir))).toBe(true)
      expect((await open({ browserPath: null, cacheDir }).launch()).pid).toBeGreaterThan(0)
    },
    patience,
  )
})

describe('a browser that does not start', () => {
  onLinux.each([
    [
      'says so in its own words',
      'echo "error while loading shared libraries: libnss3.so: cannot open" >&2; exit 127',
      /ended with 127.*libnss3\.so.*Remedy: install the library/,
    ],
    ['is told to be short of memory', 'kill -9 $$', /SIGKILL.*Remedy: give the service more memory/],
    ['without a word is told with its exit', 'exit 3', /ended with 3/],
  ])('%s', async (name, text, words) => {
    const browserPath = await script(name.replaceAll(' ', '-'), text)
    expect(await failure(open({ browserPath }))).toMatch(words)
  })

  onLinux('since it may not be executed is told with what to do about it', async () => {
    const browserPath = await script('not-executable', 'exit 0')
    await chmod(browserPath, 0o644)
    expect(await failure(open({ browserPath }))).toMatch(
      /(denied|EACCES).*Remedy: see that the file may be executed/,
    )
  })

  onLinux('since no more files can be opened is told so, and nothing else ends', () => {
    const launch = fileURLToPath(new URL('../../../src/rendering/chromium/launch.ts', import.meta.url))
    const program = `
      import { openSync } from 'node:fs'
      import { launchBrowser } from ${JSON.stringify(launch)}
      const binary = { executable: '/bin/true', needs: [], env: {} }
      const launching = launchBrowser({ binary, cacheDir: ${JSON.stringify(folder)}, sandbox: false })
      try {
        for (;;) openSync('/dev/null')
      } catch {}
      console.log(await launching.catch(error => error.message))`
    const node = [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      program,
    ]
    const said = execFileSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], { encoding: 'utf8' })
    expect(said).toMatch(/EMFILE.*Remedy: raise the limit of open files/)
  })
})
