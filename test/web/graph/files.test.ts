/** The files of a graph under {plot_url}, over real HTTP with real renders (contract, "Files under {plot_url}"). */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../../support/app.ts'

let service: TestService
let graphId: string
let permalink: string

const dataText = '[{"type": "bar", "x": [1.0, 2, 3], "y": [12345678901234567890, 1e2, 3]}]'

async function create(body: string): Promise<{ graph_id: string; permalink: string }> {
  const response = await fetch(`${service.baseUrl}/v1/plot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body,
  })
  const { graph } = (await response.json()) as { graph: { graph_id: string; permalink: string } }
  return graph
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.plotUrl}/${path}`, { method, headers })

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

beforeAll(async () => {
  service = await startTestService({ RENDER_WORKERS: '1' })
  const graph = await create(`{"data": ${dataText}, "layout": {"title": "Größe & Zahl"}}`)
  graphId = graph.graph_id
  permalink = graph.permalink
})

afterAll(() => service.close())

test('without a title, page, file and link cards are named by what the graph shows', async () => {
  const { graph_id, permalink: address } = await create('{"data": [{"type": "bar", "y": [1, 3]}]}')
  const name = 'Bar chart. Horizontal axis: from 0 to 1. Vertical axis: from 1 to 3'
  const page = await (await get(graph_id)).text()
  expect(page).toContain(`<title>${name}</title>`)
  expect(page).toContain(`<meta property="og:title" content="${name}">`)
  expect(await (await get(`${graph_id}.html`)).text()).toContain(`<title>${name}</title>`)
  const card = await get(`oembed?${new URLSearchParams({ url: address })}`)
  expect(await card.json()).toMatchObject({ title: name })
})

describe('a picture', () => {
  test.each([
    ['png', 'image/png', '89504e47'],
    ['svg', 'image/svg+xml; charset=utf-8', '3c737667'],
    ['webp', 'image/webp', '52494646'],
    ['jpeg', 'image/jpeg', 'ffd8ff'],
    ['pdf', 'application/pdf', '25504446'],
  ])('as %s is %s, named by the title', async (format, type, begin) => {
    const response = await get(`${graphId}.${format}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="Groe & Zahl.${format}"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20Zahl.${format}`,
    )
    expect((await bytesOf(response)).toString('hex').startsWith(begin)).toBe(true)
  })

  test('has the default size, or the one that is asked for', async () => {
    const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect(sizeOf(await bytesOf(await get(`${graphId}.png`)))).toEqual([700, 500])
    expect(sizeOf(await bytesOf(await get(`${graphId}.png?width=300&height=200&scale=2`)))).toEqual([
      600, 400,
    ])
  })

  test('says as an svg what it shows, where nothing of it is drawn', async () => {
    const svg = (await bytesOf(await get(`${graphId}.svg`))).toString()
    expect(svg).toMatch(
      /^<svg [^>]*><title>Größe &amp; Zahl<\/title><desc>Bar chart\. [^<]*lowest 3 at 3, highest [^<]*<\/desc>/,
    )
  })

  test('is another in the dark, and on another background', async () => {
    const svg = async (query: string) => (await bytesOf(await get(`${graphId}.svg?${query}`))).toString()
    const plain = await svg('')
    const dark = await svg('theme=dark')
    expect(dark).toContain('rgb(21, 29, 32)')
    expect(plain).not.toContain('rgb(21, 29, 32)')
    expect(await svg('background=tomato')).toMatch(/tomato|rgb\(255, 99, 71\)/)
  })

  test('is saved when that is asked for', async () => {
    const response = await get(`${graphId}.png?download`)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  test.each([
    ['width=0', 'width'],
    ['width=1.5', 'width'],
    ['width=-700', 'width'],
    ['width=20001', 'width'],
    ['height=abc', 'height'],
    ['height=', 'height'],
    ['scale=0', 'scale'],
    ['scale=11', 'scale'],
    ['scale=1e1', 'scale'],
    ['theme=blue', 'theme'],
    ['background=url(//a.example)', 'background'],
    ['background=%23ff', 'background'],
    ['width=300&width=400', 'width'],
    ['widht=300', 'widht'],
    ['Theme=dark', 'Theme'],
  ])('with %s is refused: 400, naming %s', async (query, path) => {
    const response = await get(`${graphId}.png?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      ok: false,
      error: { code: 'invalid_parameter', details: [{ path }] },
    })
  })

  test('with several faults is refused with all of them, to programs and to people', async () => {
    const address = `${graphId}.png?width=0&width=300&height=200&scale=x&theme=blue&background=%23ff`
    const response = await get(address)
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        ok: false,
        error: {
          code: 'invalid_parameter',
          message: '4 parameters are wrong; see details',
          details: [
            { path: 'width', message: 'is given more than once' },
            { path: 'scale', message: 'must be a number from 0.1 to 10' },
            { path: 'theme', message: 'must be light or dark' },
            { path: 'background', message: expect.stringMatching(/^must be a CSS colour/) },
          ],
        },
      },
    ])
    const page = await (await get(address, { Accept: 'text/html' })).text()
    expect(page.match(/<li><code>\w+<\/code>/g)).toHaveLength(4)
  })

  test('with parameters of others, such as link trackers and cache busters, is served', async () => {
    const query = 'stale&utm_source=mail&utm_medium=x&fbclid=1&v=2&t=3&_=4&size=5&w=6'
    expect((await get(`${graphId}.png?${query}`)).status).toBe(200)
  })

  test('beyond 40 million pixels is refused: 413', async () => {
    for (const query of ['width=10000&height=4001', 'width=2000&height=2000&scale=4']) {
      const response = await get(`${graphId}.png?${query}`)
      expect([response.status, await response.json()]).toMatchObject([
        413,
        { ok: false, error: { code: 'payload_too_large' } },
      ])
    }
  })

  test('counts the size that the layout brings', async () => {
    const large = await create('{"data": [], "layout": {"width": 6000, "height": 6000}}')
    expect((await get(`${large.graph_id}.png?scale=2`)).status).toBe(413)
    expect((await get(`${large.graph_id}.png?width=300&height=300`)).status).toBe(200)
  })
})

describe('every file', () => {
  const files = () => ['', '?embed', '.png', '.svg', '.json', '.csv', '.html'].map(end => `${graphId}${end}`)

  test('is not sent again to whoever has it', async () => {
    for (const file of files()) {
      const first = await get(file)
      await first.arrayBuffer()
      const etag = first.headers.get('etag') ?? ''
      expect([file, etag]).toEqual([file, expect.stringMatching(/^"[\w.-]+"$/)])
      const second = await get(file, { 'If-None-Match': etag })
      expect([file, second.status, (await bytesOf(second)).length]).toEqual([file, 304, 0])
      expect(second.headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  test('is sent only while it is what the request names', async () => {
    for (const file of files()) {
      const { headers } = await get(file)
      const etag = headers.get('etag') ?? ''
      expect([file, (await get(file, { 'If-Match': `"other", ${etag}` })).status]).toEqual([file, 200])
      const other = await get(file, { 'If-Match': '"other"', 'If-None-Match': etag })
      expect([file, other.status, other.headers.get('etag')]).toEqual([file, 412, null])
      const before = 'Mon, 01 Jan 1990 00:00:00 GMT'
      const unchanged = await get(file, { 'If-Unmodified-Since': before })
      expect([file, unchanged.status]).toEqual([file, headers.has('last-modified') ? 412 : 200])
      const latest = { 'If-Unmodified-Since': headers.get('last-modified') ?? 'never' }
      expect([file, (await get(file, latest)).status]).toEqual([file, 200])
    }
  })

  test('answers HEAD with the headers of GET', async () => {
    for (const file of files()) {
      const whole = await get(file, { 'Accept-Encoding': 'identity' })
      const head = await get(file, { 'Accept-Encoding': 'identity' }, 'HEAD')
      expect(head.status).toBe(200)
      for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy']) {
        expect([file, name, head.headers.get(name)]).toEqual([file, name, whole.headers.get(name)])
      }
      expect((await bytesOf(head)).length).toBe(0)
    }
  })

  test('is sent in parts', async () => {
    for (const file of files()) {
      const whole = await bytesOf(await get(file))
      const size = whole.length
      const cases = [
        ['bytes=0-9', whole.subarray(0, 10), `bytes 0-9/${size}`],
        ['bytes=10-', whole.subarray(10), `bytes 10-${size - 1}/${size}`],
        ['bytes= 0 - 9', whole.subarray(0, 10), `bytes 0-9/${size}`],
        ['Bytes=3-3', whole.subarray(3, 4), `bytes 3-3/${size}`],
        ['bytes=-5', whole.subarray(-5), `bytes ${size - 5}-${size - 1}/${size}`],
      ] as const
      for (const [range, expected, told] of cases) {
        const part = await get(file, { Range: range })
        expect([file, part.status, part.headers.get('content-range')]).toEqual([file, 206, told])
        // Without a range it would have come compressed.
        expect([file, part.headers.get('vary')]).toEqual([file, (await get(file)).headers.get('vary')])
        expect((await bytesOf(part)).equals(expected)).toBe(true)
      }
      const beyond = await get(file, { Range: `bytes=${size}-` })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
      const changed = await get(file, { Range: 'bytes=0-9', 'If-Range': '"other"' })
      expect(changed.status).toBe(200)
      await changed.arrayBuffer()
    }
  })

  test('may be read and framed by any origin, and can do nothing to this one', async () => {
    for (const file of [...files(), 'oembed?url=x', 'nothing', 'assets/nothing']) {
      const { headers } = await get(file)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(
        /^sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox;/,
      )
      expect(policy).toContain(`script-src ${service.plotUrl}/assets/;`)
      // `*` is every site, but no file on disk.
      expect(policy).not.toContain('frame-ancestors')
      expect(policy).not.toContain('unsafe-eval')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('x-frame-options')).toBeNull()
      // KnownDevices warn on the console where a sandboxed page asks for an agent cluster of its own.
      expect(headers.get('origin-agent-cluster')).toBeNull()
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('is gone when the graph is deleted', async () => {
    const doomed = await create('{"data": []}')
    const paths = ['', '.png', '.svg', '.json', '.csv', '.html', '.png?width=99'].map(
      end => `${doomed.graph_id}${end}`,
    )
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200])
    await fetch(`${service.baseUrl}/v1/graph/${doomed.graph_id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${service.key}` },
    })
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('the figure as JSON', () => {
  test('has the very texts that were submitted', async () => {
    const text = await (await get(`${graphId}.json`)).text()
    expect(text.startsWith(`{"data":${dataText},"layout":{`)).toBe(true)
    expect(Object.keys(JSON.parse(text))).toEqual(['data', 'layout'])
    const animated = await create('{"data": [], "frames": [{"name": "1.0", "data": []}]}')
    expect(await (await get(`${animated.graph_id}.json`)).text()).toContain(
      '"frames":[{"name": "1.0", "data": []}]',
    )
  })
})

describe('the figure as a table', () => {
  test('has the digits that were sent, under a name', async () => {
    const response = await get(`${graphId}.csv?download`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="Groe & Zahl.csv"')
    expect(await response.text()).toBe('x,y\r\n1.0,12345678901234567890\r\n2,1e2\r\n3,3\r\n')
  })

  test('is made of a large figure too, and of a version', async () => {
    const y = Array.from({ length: 60_000 }, (_, i) => i / 8)
    const large = await create(JSON.stringify({ data: [{ y }] }))
    const text = await (await get(`${large.graph_id}@1.csv`)).text()
    expect(text.length).toBeGreaterThan(300 * 1024)
    expect(text.endsWith('59999,7499.875\r\n')).toBe(true)
    expect((await get(`${large.graph_id}@2.csv`)).status).toBe(404)
  })
})

describe('another spelling of an address leads to the one there is', () => {
  const leads = async (path: string, headers: Record<string, string> = {}) => {
    const { status, url, redirected } = await get(path, headers)
    return [status, redirected, url.slice(service.plotUrl.length + 1)]
  }

  test('of a format by its other name, and in capitals', async () => {
    expect(await leads(`${graphId}.jpg?width=300`)).toEqual([200, true, `${graphId}.jpeg?width=300`])
    expect(await leads(`${graphId}@1.PNG`)).toEqual([200, true, `${graphId}@1.png`])
    expect(await leads(`${graphId}.CSV`)).toEqual([200, true, `${graphId}.csv`])
    expect(await leads('abcdefghijklmnopqrstu.jpg')).toEqual([404, true, 'abcdefghijklmnopqrstu.jpeg'])
  })

  test('with a slash at its end, in a browser; programs are told', async () => {
    const browser = { Accept: 'text/html,*/*;q=0.8' }
    expect(await leads(`${graphId}/?theme=dark`, browser)).toEqual([200, true, `${graphId}?theme=dark`])
    expect(await leads(`${graphId}//`, browser)).toEqual([404, false, `${graphId}//`])
    const told = await get(`${graphId}/`)
    expect([told.status, await told.text()]).toEqual([404, expect.stringContaining('leave out the slash')])
    for (const path of ['docs', 'account']) {
      const page = await fetch(`${service.baseUrl}/${path}/`, { headers: browser, redirect: 'manual' })
      expect([page.status, page.headers.get('location')]).toEqual([308, `../${path}`])
    }
  })
})

describe('an error', () => {
  const browser = { Accept: 'text/html,application/xhtml+xml,image/avif,*/*;q=0.8' }

  test('is the envelope for programs and pictures', async () => {
    for (const accept of [
      '*/*',
      'application/json',
      'image/avif,image/webp,*/*;q=0.8',
      'text/html;q=0, */*',
      'application/json, text/html;q=0.5',
    ]) {
      const response = await get('abcdefghijklmnopqrstu.png', { Accept: accept })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({
        ok: false,
        error: { code: 'graph_not_found', message: 'there is no graph "abcdefghijklmnopqrstu"' },
      })
    }
  })

  test('names the files there are, where another is asked for', async () => {
    for (const ending of ['gif', 'js', 'png.svg']) {
      const { error } = (await (await get(`${graphId}.${ending}`)).json()) as {
        error: { code: string; message: string }
      }
      expect(error.code).toBe('graph_not_found')
      expect(error.message).toMatch(/^a graph has no file \.\S+; its files are \.png, .+, \.json, \.csv$/)
    }
  })

  test.each([
    ['.gif', 'There is nothing here'],
    ['@99', 'There is no such version here'],
    ['@newest', 'There is nothing here'],
    ['?theme=blue', 'This address is not valid'],
    ['.png?width=9999&height=9999', 'This would be too large'],
  ])('leads to the graph where %s of it cannot be had', async (ending, headline) => {
    const text = await (await get(`${graphId}${ending}`, browser)).text()
    expect(text).toContain(`<h1>${headline}</h1>`)
    expect(text).toMatch(new RegExp(`<a class="button" href="[^"]*/${graphId}">Open the graph</a>`))
  })

  test('is a page for browsers, which repeats nothing unescaped', async () => {
    const response = await get('%3Cscript%3Ealert(1)%3C%2Fscript%3E', browser)
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const text = await response.text()
    expect(text).toContain('<h1>There is no graph here</h1>')
    expect(text).not.toContain('<script')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each(['short', 'abcdefghijklmnopqrstu.gif', 'abcdefghijklmnopqrstu.png.svg', 'a/b', ''])(
    'is 404 for %j',
    async path => {
      expect((await get(path)).status).toBe(404)
    },
  )

  test('is 405 with what is possible, for another method', async () => {
    const response = await get(graphId, {}, 'DELETE')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('the standalone file', () => {
  test('is a download named by the title', async () => {
    const response = await get(`${graphId}.html`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Groe & Zahl.html"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20Zahl.html`,
    )
  })

  test('has the theme that its address names, and a tag of its own for it', async () => {
    const [usual, dark] = await Promise.all(['', '?theme=dark'].map(query => get(`${graphId}.html${query}`)))
    expect(await usual?.text()).toContain('<html lang="en">')
    expect(await dark?.text()).toContain('<html lang="en" data-theme="dark">')
    expect(dark?.headers.get('etag')).not.toBe(usual?.headers.get('etag'))
    expect((await get(`${graphId}.html?theme=drak`)).status).toBe(400)
  })
})

describe('oEmbed', () => {
  const ask = (query: Record<string, string>) => get(`oembed?${new URLSearchParams(query)}`)

  test('gives the iframe of a graph, within the size that is asked for', async () => {
    const response = await ask({ url: permalink, maxwidth: '400', format: 'json' })
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const answer = (await response.json()) as Record<string, unknown>
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: 'Größe & Zahl',
      width: 400,
      height: 500,
      thumbnail_url: `${permalink}.png?width=400&height=500`,
      thumbnail_width: 400,
      thumbnail_height: 500,
    })
    expect(answer.html).toContain(
      `<iframe src="${permalink}?embed" title="Größe &amp; Zahl" width="400" height="500"`,
    )
  })

  test('is found from the page', async () => {
    const text = await (await get(graphId)).text()
    const href = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(text)?.[1] ?? ''
    expect((await fetch(href.replaceAll('&amp;', '&'))).status).toBe(200)
  })

  test.each([
    [{ format: 'xml' }, 501, 'not_implemented'],
    [{ maxwidth: '0' }, 400, 'invalid_parameter'],
    [{ maxheight: 'x' }, 400, 'invalid_parameter'],
    [{ url: 'https://elsewhere.example/p/abcdefghijklmnopqrstu' }, 404, 'graph_not_found'],
    [{ url: 'nonsense' }, 404, 'graph_not_found'],
  ])('answers %j with %i', async (query, status, code) => {
    const response = await ask({ url: permalink, ...query } as Record<string, string>)
    expect([response.status, await response.json()]).toMatchObject([status, { ok: false, error: { code } }])
  })

  test('needs an address', async () => {
    expect((await ask({})).status).toBe(400)
  })
})

describe('an asset', () => {
  async function scripts(): Promise<string[]> {
    const text = await (await get(graphId)).text()
    return [...text.matchAll(/<script defer src="([^"]+)" integrity="sha384-[^"]+" crossorigin/g)].map(
      ([, address = '']) => address,
    )
  }

  test('is kept for ever, readable by the opaque origin of the page, and compressed', async () => {
    const addresses = await scripts()
    const addressOf = (name: string) => addresses.find(each => each.includes(`/assets/${name}`)) ?? name
    const [library, page] = [addressOf('plotly-core-'), addressOf('page.')]
    for (const address of [library, page]) {
      const sizes: number[] = []
      for (const coding of ['identity', 'gzip', 'zstd', 'br']) {
        const response = await fetch(address, { headers: { 'Accept-Encoding': coding } })
        expect(response.status).toBe(200)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
        expect(response.headers.get('vary')).toContain('Accept-Encoding')
        sizes.push(Number(response.headers.get('content-length')))
        expect((await response.text()).length).toBeGreaterThan(1000)
      }
      expect([Math.max(...sizes), Math.min(...sizes)]).toEqual([sizes[0], sizes.at(-1)])
    }
  })

  test('that is known comes without bytes, and without their coding', async () => {
    const [address = ''] = await scripts()
    const gzipped = (headers = {}) => fetch(address, { headers: { 'Accept-Encoding': 'gzip', ...headers } })
    const known = { 'If-None-Match': (await gzipped()).headers.get('etag') ?? '' }
    const { status, headers } = await gzipped(known)
    expect([status, headers.get('content-encoding')]).toEqual([304, null])
  })

  test('under an old or invented name is 404', async () => {
    const page = (await scripts()).at(-1) ?? ''
    for (const name of [page.replace(/\.[^.]+\.js$/, '.000000000000.js'), `${page}x`]) {
      expect((await fetch(name)).status).toBe(404)
    }
  })

  test('of a map comes by the name the charting library asks for', async () => {
    const geo = await create('{"data": [{"type": "scattergeo", "lon": [0], "lat": [0]}]}')
    const text = await (await fetch(geo.permalink)).text()
    const maps = (JSON.parse(/id="settings">([^<]+)</.exec(text)?.[1] ?? '{}') as { maps: string }).maps
    const response = await fetch(`${maps}world_110m.json`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await response.json()).toMatchObject({ type: 'Topology' })
    expect((await fetch(`${maps}atlantis_110m.json`)).status).toBe(404)
  })
})
