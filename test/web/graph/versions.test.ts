/** Files of older and newer versions of a graph, over real HTTP with real renders (contract, "Versions"). */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { renderSVG } from 'uqr'
import { startTestService, type TestService } from '../../support/app.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RENDER_WORKERS: '1', VERSIONS_KEPT: '3' })
})
afterAll(() => service.close())

const get = (path: string) => fetch(`${service.plotUrl}/${path}`)
const send = (method: string, path: string, body: string) =>
  fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body,
  })

const titled = (title: string) => `{"data":[{"y":[1,2]}],"layout":{"title":${JSON.stringify(title)}}}`

async function graphOf(...titles: readonly string[]): Promise<string> {
  const [first = '', ...others] = titles
  const { graph } = (await (await send('POST', '/v1/graph', titled(first))).json()) as {
    graph: { graph_id: string }
  }
  for (const title of others)
    expect((await send('PUT', `/v1/graph/${graph.graph_id}`, titled(title))).status).toBe(200)
  return graph.graph_id
}

/** What an svg says in its title, and which version it is said to be. */
async function drawn(path: string): Promise<[string | undefined, string | null]> {
  const answer = await get(path)
  return [/>(title [a-z]+)</.exec(await answer.text())?.[1], answer.headers.get('plotgate-version')]
}

describe('images', () => {
  test('are of the version that is asked for, else of the newest', async () => {
    const id = await graphOf('title one')
    expect(await drawn(`${id}.svg`)).toEqual(['title one', '1'])
    const tag = (await get(`${id}.svg`)).headers.get('etag')
    await send('PUT', `/v1/graph/${id}`, titled('title two'))
    expect(await drawn(`${id}.svg`)).toEqual(['title two', '2'])
    expect((await get(`${id}.svg`)).headers.get('etag')).not.toBe(tag)
    expect(await drawn(`${id}@1.svg`)).toEqual(['title one', '1'])
    expect((await get(`${id}@1.svg`)).headers.get('etag')).toBe(tag)
    expect((await get(`${id}@1.png`)).status).toBe(200)
  })

  test('of link cards and embeds are of the version that their page shows', async () => {
    const id = await graphOf('title one')
    await send('PUT', `/v1/graph/${id}`, titled('title two'))
    for (const [name, title] of [
      [id, 'title two'],
      [`${id}@1`, 'title one'],
    ] as const) {
      const page = await (await get(name)).text()
      const [, card = ''] = /property="og:image" content="([^"?]+)/.exec(page) ?? []
      expect(card.endsWith(`/${name}.png`)).toBe(true)
      const [, oembed = ''] = /json\+oembed" href="([^"]+)"/.exec(page) ?? []
      const embed = (await (await fetch(oembed)).json()) as Record<string, string>
      expect(embed.title).toBe(title)
      expect(embed.html).toContain(`/${name}?embed"`)
      expect(embed.thumbnail_url?.endsWith(`/${name}.png`)).toBe(true)
    }
  })

  test('asked with ?stale may be of an older version, and say so', async () => {
    const id = await graphOf('title one')
    await drawn(`${id}.svg`)
    const changed = send('PUT', `/v1/graph/${id}`, titled('title two'))
    await changed
    const [title, version] = await drawn(`${id}.svg?stale`)
    expect([
      ['title one', '1'],
      ['title two', '2'],
    ]).toContainEqual([title, version])
    expect(await drawn(`${id}.svg`)).toEqual(['title two', '2'])
    expect(await drawn(`${id}.svg?stale`)).toEqual(['title two', '2'])
  })

  test('that are asked for while the graph changes are never of one version under the other’s name', async () => {
    const words = ['ay', 'bee', 'cee', 'dee', 'ee', 'ef', 'gee', 'aitch']
    const id = await graphOf('title ay')
    const looks: Promise<[string | undefined, string | null]>[] = []
    for (const word of words.slice(1)) {
      looks.push(drawn(`${id}.svg`), drawn(`${id}.svg?stale`))
      await send('PUT', `/v1/graph/${id}`, titled(`title ${word}`))
      looks.push(drawn(`${id}.svg`))
    }
    for (const [title, version] of await Promise.all(looks))
      expect(title).toBe(`title ${words[Number(version) - 1]}`)
    expect(await drawn(`${id}.svg`)).toEqual(['title aitch', '8'])
  })
})

test('pages, standalone files and figures are of the version too, and link its files', async () => {
  const id = await graphOf('title one', 'title two')
  for (const [path, title, version] of [
    [id, 'title two', '2'],
    [`${id}@1`, 'title one', '1'],
    [`${id}@2`, 'title two', '2'],
    [`${id}@1?embed`, 'title one', '1'],
    [`${id}@1.html`, 'title one', '1'],
    [`${id}@1.json`, 'title one', '1'],
  ] as const) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('plotgate-version')]).toEqual([path, 200, version])
    expect(await answer.text()).toContain(title)
  }
  const page = await (await get(`${id}@1`)).text()
  expect(page).toContain(`/p/${id}@1.svg`)
  expect(page).toContain(`<link rel="canonical" href="${service.plotUrl}/${id}">`)
  expect(page).toContain('"events":null')
  expect(await (await get(id)).text()).toContain(`"events":"${service.plotUrl}/${id}/events"`)
  expect(await (await get(`${id}?live=off`)).text()).toContain('"events":null')
})

test('the menus of a page of one version share and embed that version', async () => {
  const id = await graphOf('title one', 'title two')
  for (const name of [`${id}@1`, id]) {
    const page = await (await get(name)).text()
    const permalink = `${service.plotUrl}/${name}`
    expect(page).toContain(`<input id="link" class="field" readonly value="${permalink}">`)
    expect(page).toContain(`<img class="qr" src="${permalink}/qr"`)
    expect(page).toContain(`&lt;iframe src=&quot;${permalink}?embed&quot;`)
    expect(page).toContain(`"permalink":"${permalink}"`)
    const link = name === id ? 'Permanent link' : 'Newest version'
    expect(page).toContain(`<a rel="bookmark" href="${service.plotUrl}/${id}">${link}</a>`)
  }
})

describe('?version=, as the APIs have it,', () => {
  test('leads to the address of that version, with the rest of the query', async () => {
    const id = await graphOf('title one', 'title two')
    for (const [path, address, title] of [
      [`${id}?version=1`, `${id}@1`, 'title one'],
      [`${id}?embed&version=1&theme=dark`, `${id}@1?embed=&theme=dark`, 'title one'],
      [`${id}.json?version=1`, `${id}@1.json`, 'title one'],
      [`${id}.svg?width=400&version=2`, `${id}@2.svg?width=400`, 'title two'],
    ] as const) {
      const answer = await get(path)
      expect([path, answer.status, answer.url]).toEqual([path, 200, `${service.plotUrl}/${address}`])
      expect(await answer.text()).toContain(title)
    }
    expect((await get(`${id}.png?version=7`)).status).toBe(404)
  })

  test('is refused where it is none, or where the address names another', async () => {
    const id = await graphOf('title one', 'title two')
    for (const path of [
      `${id}?version=0`,
      `${id}.png?version=x`,
      `${id}?version=1&version=2`,
      `${id}@1.json?version=2`,
    ]) {
      const answer = await get(path)
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        400,
        { error: { code: 'invalid_parameter', message: expect.stringMatching(/^version: /) } },
      ])
    }
  })

  test('is understood in an address that oEmbed is asked for', async () => {
    const id = await graphOf('title one', 'title two')
    const url = encodeURIComponent(`${service.plotUrl}/${id}?version=1`)
    const embed = (await (await get(`oembed?url=${url}`)).json()) as Record<string, string>
    expect([embed.title, embed.html]).toEqual(['title one', expect.stringContaining(`/${id}@1?embed"`)])
  })
})

describe('a QR code', () => {
  const codeFor = (link: string) => renderSVG(`${service.plotUrl}/${link}`, { border: 2 })

  test('links to the version that its address names, else to the graph', async () => {
    const id = await graphOf('title one', 'title two')
    for (const [path, address, link, version] of [
      [`${id}/qr`, `${id}/qr`, id, '2'],
      [`${id}@1/qr`, `${id}@1/qr`, `${id}@1`, '1'],
      [`${id}/qr?a=b&version=1`, `${id}@1/qr?a=b`, `${id}@1`, '1'],
      [`${id}/qr?version=2`, `${id}@2/qr`, `${id}@2`, '2'],
    ] as const) {
      const answer = await get(path)
      expect([answer.url, answer.headers.get('plotgate-version')]).toEqual([
        `${service.plotUrl}/${address}`,
        version,
      ])
      expect(await answer.text()).toBe(codeFor(link))
    }
  })

  test.each([
    ['@3/qr', 404, 'version_not_found'],
    ['/qr?version=3', 404, 'version_not_found'],
    ['/qr?version=x', 400, 'invalid_parameter'],
    ['/qr?vesion=1', 400, 'invalid_parameter'],
    ['@1/qr?version=2', 400, 'invalid_parameter'],
    ['.png/qr', 404, 'graph_not_found'],
  ])('is refused at %s', async (ending, status, code) => {
    const answer = await get(`${await graphOf('title one', 'title two')}${ending}`)
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }])
  })
})

test('what is not kept, and what is no version, is not found', async () => {
  const id = await graphOf('one', 'two', 'three', 'four', 'five')
  const codeOf = async (path: string) => {
    const answer = await get(path)
    return [
      answer.status,
      answer.status === 200 ? '' : ((await answer.json()) as { error: { code: string } }).error.code,
    ]
  }
  expect(await codeOf(`${id}@1.png`)).toEqual([404, 'version_not_found'])
  expect(await codeOf(`${id}@1`)).toEqual([404, 'version_not_found'])
  expect(await codeOf(`${id}@2.json`)).toEqual([200, ''])
  expect(await codeOf(`${id}@6.json`)).toEqual([404, 'version_not_found'])
  for (const odd of ['@', '@0', '@x', '@1@2', '@1.gif'])
    expect(await codeOf(id + odd)).toEqual([404, 'graph_not_found'])
})

test('a version that never was is told apart from one that is no longer kept', async () => {
  const id = await graphOf('one', 'two', 'three', 'four', 'five')
  for (const [version, said] of [
    [1, 'version 1 of this graph is no longer kept'],
    [6, 'this graph has no version 6, its newest is 5'],
  ] as const)
    for (const address of [`${id}@${version}`, `${id}@${version}.png`, `${id}@${version}.json`])
      expect(await (await get(address)).text()).toContain(said)
})

test('deleting a graph takes the files of every version with it', async () => {
  const id = await graphOf('title one', 'title two')
  await Promise.all([get(`${id}@1.png`), get(`${id}.png`)])
  await send('DELETE', `/v1/graph/${id}`, '')
  for (const path of [`${id}.png`, `${id}@1.png`, `${id}@2.svg`, `${id}@1`, `${id}@1.json`])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})
