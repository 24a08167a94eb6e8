/** Files that browsers and crawlers request from every site: icons and robots.txt. */

import { readFileSync } from 'node:fs'
import type { Context, Middleware } from '../../http/context.ts'
import { createRouter } from '../../http/routing/router.ts'

const png = readFileSync(new URL('./favicon.png', import.meta.url))

/** Wraps a png in an ico file with a directory of one entry. */
function iconOf(image: Buffer, side: number): Buffer {
  const directory = Buffer.alloc(22)
  directory.writeUInt16LE(1, 2) // an icon
  directory.writeUInt16LE(1, 4) // of one image
  directory.writeUInt8(side, 6)
  directory.writeUInt8(side, 7)
  directory.writeUInt16LE(1, 10) // colour planes
  directory.writeUInt16LE(32, 12) // bits a pixel
  directory.writeUInt32LE(image.length, 14)
  directory.writeUInt32LE(directory.length, 18)
  return Buffer.concat([directory, image])
}

const favicon = iconOf(png, 48)

// Graphs may be fetched for link cards. X-Robots-Tag keeps them out of indexes.
const robots = `User-agent: *
Disallow: /account
Disallow: /graphql
Disallow: /new
`

export function crawlerRoutes(): Middleware {
  const send = (type: string, body: string | Buffer) => (ctx: Context) => {
    ctx.set('Cache-Control', 'public, max-age=86400')
    ctx.set('Content-Type', type)
    ctx.body = body
  }
  return createRouter([
    { method: 'GET', path: '/favicon.ico', handle: send('image/x-icon', favicon) },
    { method: 'GET', path: '/robots.txt', handle: send('text/plain; charset=utf-8', robots) },
  ])
}
