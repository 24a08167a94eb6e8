/**
 * `npm run gallery -- [--out DIR] [--only PATTERN]`: draws the figures of `gallery/figures.ts` in the plain library's
 * style, in the default style, in its dark variant and in the width of a phone, side by side: one sheet per group in
 * `docs/gallery`. `--out` writes every image to a separate file there instead. Look at them after each change of the
 * style.
 */

import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defaultLook, type ImageLook } from '../src/domain/image/look.ts'
import { defaultTemplate } from '../src/plotly/default-template.ts'
import { createRenderer } from '../src/rendering/renderer.ts'
import { galleryGroups } from './gallery/figures.ts'
import type { GalleryFigure, GalleryGroup } from './gallery/samples.ts'
import { scriptOptions } from './script-options.ts'

const sharp = createRequire(import.meta.url)('sharp') as typeof import('sharp').default

const { values } = scriptOptions({
  options: { out: { type: 'string' }, only: { type: 'pattern' } },
})

/** The columns of a sheet, with sizes in pixels. */
const columns = [
  { name: 'plain', template: {}, width: 700, height: 500, theme: null },
  { name: 'light', template: defaultTemplate.light, width: 700, height: 500, theme: null },
  { name: 'dark', template: defaultTemplate.light, width: 700, height: 500, theme: 'dark' },
  { name: 'phone', template: defaultTemplate.light, width: 390, height: 470, theme: null },
] as const
type Column = (typeof columns)[number]

/** In milliseconds. Long, because nobody else waits for it. */
const patience = 180_000

const renderer = createRenderer({
  workers: 2,
  browserPath: process.env.BROWSER_PATH || null,
  sandbox: 'auto',
  limits: { drawMs: patience, waitMs: patience },
})

async function draw({ data, layout }: GalleryFigure, column: Column): Promise<Buffer> {
  const { template, width, height, theme } = column
  const figure = {
    data: JSON.stringify(data),
    layout: JSON.stringify({ template, ...layout }),
    frames: null,
  }
  const look: ImageLook = { ...defaultLook, width, height, theme }
  const request = { figure: async () => figure, look, formats: ['png'], priority: 'waiting' } as const
  return Buffer.from((await renderer.draw(request).result).images.get('png')!)
}

const gap = 12
const shown = 0.5
const scaled = (length: number) => Math.round(length * shown)
const rowHeight = scaled(500) + gap

/** One row per figure, one column per style. */
async function sheetOf(rows: readonly (readonly Buffer[])[]): Promise<Buffer> {
  const pieces: { input: Buffer; left: number; top: number }[] = []
  let sheetWidth = gap
  for (const [row, pictures] of rows.entries()) {
    let left = gap
    for (const [at, picture] of pictures.entries()) {
      const width = scaled(columns[at]!.width)
      pieces.push({
        input: await sharp(picture).resize({ width }).toBuffer(),
        left,
        top: gap + row * rowHeight,
      })
      left += width + gap
    }
    sheetWidth = left
  }
  const size = { width: sheetWidth, height: gap + rows.length * rowHeight }
  return sharp({ create: { ...size, channels: 3, background: '#c9cfcd' } })
    .composite(pieces)
    .webp({ quality: 72, effort: 6 })
    .toBuffer()
}

const slug = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-')

async function drawGroup({ title, figures }: GalleryGroup): Promise<void> {
  const wanted = figures.filter(({ name }) => values.only.test(name))
  const rows: Buffer[][] = []
  for (const figure of wanted) rows.push(await Promise.all(columns.map(column => draw(figure, column))))
  if (values.out) {
    for (const [row, { name }] of wanted.entries()) {
      for (const [at, column] of columns.entries()) {
        writeFileSync(join(values.out, `${name}.${column.name}.png`), rows[row]![at]!)
      }
    }
    return
  }
  const folder = join(import.meta.dirname, '..', 'docs', 'gallery')
  writeFileSync(join(folder, `${slug(title)}.webp`), await sheetOf(rows))
}

if (values.out) mkdirSync(values.out, { recursive: true })
try {
  for (const group of galleryGroups) await drawGroup(group)
} finally {
  await renderer.close()
}
