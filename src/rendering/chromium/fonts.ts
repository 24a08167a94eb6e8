/** The fonts of images: only those that come with the package, so that they are the same on every machine. */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { writeAtomically } from '../../atomic-file.ts'

/**
 * Folders of TrueType files, in order of preference. Open Sans is the charting library's own; Arimo, Tinos and Cousine
 * have the metrics of Arial, Times and Courier; the others have glyphs that those lack.
 */
const packages = [
  'open-sans',
  'arimo',
  'tinos',
  'cousine',
  'noto-color-emoji',
  'chocolate-classical-sans',
  'gowun-dodum',
  'noto-sans-arabic',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-math',
  'noto-sans-symbols-2',
] as const

/** Map servers name a font by its family and weight, and the map additionally asks for the weight. */
const onMaps = ['Light', 'Regular', 'Italic', 'Semibold', 'Bold', 'Extrabold', 'Extra Bold']

/** Substitutes for fonts that figures name but that may not be distributed. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  'Open Sans': [
    'sans-serif',
    'system-ui',
    'Verdana',
    'Segoe UI',
    'Roboto',
    'Lucida Grande',
    'Tahoma',
    'Geneva',
    ...onMaps.flatMap(weight => [`Open Sans ${weight}`, `Noto Sans ${weight}`]),
  ],
  Arimo: ['Arial', 'Helvetica', 'Helvetica Neue', 'Liberation Sans'],
  Tinos: ['serif', 'Times New Roman', 'Times', 'Georgia', 'Liberation Serif'],
  Cousine: ['monospace', 'Courier New', 'Courier', 'Consolas', 'Menlo', 'Monaco', 'Liberation Mono'],
  'Noto Color Emoji': ['emoji', 'Apple Color Emoji', 'Segoe UI Emoji'],
}

const require = createRequire(import.meta.url)

const fontFolders = (): string[] =>
  packages.map(name => dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)))

/** Writes a font configuration with these folders and none of the system's. Returns its path. */
export async function writeFontConfig(cacheDir: string): Promise<string> {
  const text = fontConfig(fontFolders(), join(cacheDir, 'font-index'))
  const name = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const path = join(cacheDir, `fonts-${name}.conf`)
  // A browser of another process may be reading it.
  await writeAtomically(path, text)
  await removeLeftConfigs(cacheDir)
  return path
}

/**
 * Removes configurations of installations that no longer exist. Each installation has its own path and so its own file.
 */
async function removeLeftConfigs(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    if (!/^fonts-\w+\.conf$/.test(name)) continue
    const path = join(cacheDir, name)
    const [, folder] = /<dir>(.*)<\/dir>/.exec(await readFile(path, 'utf8').catch(() => '')) ?? []
    if (folder !== undefined && !existsSync(plainText(folder))) await rm(path, { force: true })
  }
}

function fontConfig(folders: readonly string[], indexDir: string): string {
  const aliases = Object.entries(standIns).flatMap(([family, names]) =>
    names.map(
      name =>
        `  <alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
  )
  // The order in which fonts are searched for a glyph that no named family has. Without it, the order of files decides.
  // The font for mathematics also has Arabic letters, which it does not join.
  const fallback = [
    'Open Sans',
    'Noto Sans Arabic',
    'Noto Sans Math',
    'Chocolate Classical Sans',
    'Gowun Dodum',
    'Noto Color Emoji',
  ]
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map(folder => `  <dir>${escapeXml(folder)}</dir>`).join('\n')}
  <cachedir>${escapeXml(indexDir)}</cachedir>
${aliases.join('\n')}
  <match target="pattern">
    <edit name="family" mode="append_last">
${fallback.map(family => `      <string>${family}</string>`).join('\n')}
    </edit>
  </match>
</fontconfig>
`
}

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const plainText = (xml: string) => xml.replace(/&lt;/g, '<').replace(/&amp;/g, '&')
