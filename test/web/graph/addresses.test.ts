import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorAnswer } from '../../../src/api/rest/shapes.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
let id: string
beforeAll(async () => {
  side = await startHttp()
  const answer = await side.create('/v1/plot', { data: [{ y: [1] }] })
  id = ((await answer.json()) as { graph: { graph_id: string } }).graph.graph_id
})
afterAll(() => side.close())

const nobody = 'aaaaaaaaaaaaaaaaaaaaa'
const endings = '.png, .svg, .webp, .jpeg, .pdf, .html, .json, .csv'
const noId = 'an id has 21 letters, digits, "_" or "-"'
const former = "this is an address of Plotly's former service; here, use"
const noVersion = 'after the @ comes the number of a version'
const neverMade = (version: number | string) =>
  `this graph has no version ${version}, its newest is 1; leave the version out to get that`

describe('an address with nothing behind it says what is wrong with it', () => {
  test.each([
    ['/p/@1', `there is no graph "@1": ${noId}`],
    ['/p/.json', `there is no graph ".json": ${noId}`],
    ['/p/x', `there is no graph "x": ${noId}`],
    ['/p/ID%20.png', `there is no graph "ID .png": ${noId}`],
    ['/p/ID%00', `there is no graph "ID\\u0000": ${noId}`],
    ['/p/ID;x=1', `there is no graph "ID;x=1": ${noId}`],
    ['/p/ID@', `there is no version "": ${noVersion}`],
    ['/p/ID@0.json', `there is no version "0": ${noVersion}`],
    ['/p/ID@x', `there is no version "x": ${noVersion}`],
    ['/p/ID@1@1', `there is no version "1@1": ${noVersion}`],
    ['/p/ID@1@1.json', `there is no version "1@1": ${noVersion}`],
    ['/p/ID@1.exe', `a graph has no file .exe; its files are ${endings}`],
    ['/p/ID@9', neverMade(9)],
    ['/p/ID@9.png', neverMade(9)],
    ['/p/ID@2147483648.csv', neverMade('2147483648')],
    ['/v1/graph/ID?version=4294967297', neverMade('4294967297')],
    [`/p/${nobody}@9`, `there is no graph "${nobody}"`],
    ['/p/ID@1/events', `there is no graph "ID@1": ${noId}`],
    ['/p/ID/', 'there is nothing at "/p/ID/"; leave out the slash at its end'],
    ['/p/ID//', 'there is nothing at "/p/ID//"'],
    ['/p/ID/events/', 'there is nothing at "/p/ID/events/"; leave out the slash at its end'],
    ['/p/', 'there is nothing at "/p/"'],
    ['/p/assets/x.js', 'there is nothing at "/p/assets/x.js"'],
    ['/p/oembed?url=http://localhost/p/ID@1', 'there is no graph "http://localhost/p/ID@1"'],
    ['/v1/', 'there is nothing at "/v1/"; did you mean /docs?'],
    ['/v1/plots', 'there is nothing at "/v1/plots"; did you mean /v1/plot?'],
    ['/chart', 'there is nothing at "/chart"; did you mean /v1/chart?'],
    ['/health', 'there is nothing at "/health"; did you mean /healthz?'],
    ['/v1/ID', 'there is nothing at "/v1/ID"'],
    ['/v2/plots', `there is nothing at "/v2/plots"; ${former} POST /v1/graph`],
    ['/v2/plots/ada:12/content', `there is nothing at "/v2/plots/ada:12/content"; ${former} POST /v1/graph`],
    ['/clientresp', `there is nothing at "/clientresp"; ${former} POST /v1/graph`],
    ['/v2/images', `there is nothing at "/v2/images"; ${former} POST /v1/render`],
    ['/v2/users/current', `there is nothing at "/v2/users/current"; ${former} the operations in /docs`],
    ['/~ada/12.embed', `there is nothing at "/~ada/12.embed"; ${former} the operations in /docs`],
    ['/v1/graph/', 'there is nothing at "/v1/graph/"; leave out the slash at its end'],
    ['/v1/graph/ID/', 'there is nothing at "/v1/graph/ID/"; leave out the slash at its end'],
    ['/v1/graph/ID.json', `there is no graph "ID.json": ${noId}`],
    ['/healthz/', 'there is nothing at "/healthz/"; leave out the slash at its end'],
  ])('%s', async (path, message) => {
    const answer = await side.call('GET', path.replace('ID', id))
    const { error } = errorAnswer.parse(await answer.json())
    expect([answer.status, error.message]).toEqual([404, message.replace('ID', id)])
  })
})

test('the example is asked for again each time, as graphs are', async () => {
  for (const path of ['/p/example', '/p/example.svg', `/p/${id}`])
    expect([path, (await side.call('HEAD', path)).headers.get('cache-control')]).toEqual([path, 'no-cache'])
})

describe('a parameter with a wrong value says which ones there are', () => {
  test.each([
    ['/p/ID?theme=blue', 'theme: must be light, dark or auto'],
    ['/p/ID.html?theme=blue', 'theme: must be light, dark or auto'],
    ['/p/ID.png?theme=auto', 'theme: must be light or dark'],
    ['/p/ID?theme=auto&theme=dark', 'theme: is given more than once'],
    ['/p/ID?tehme=dark', 'tehme: there is no such parameter; did you mean theme?'],
    ['/p/ID?embed&tehme=dark', 'tehme: there is no such parameter; did you mean theme?'],
    ['/p/ID?embedd', 'embedd: there is no such parameter; did you mean embed?'],
    ['/p/ID@1?locle=de&Theme=blue', '2 parameters are wrong; see details'],
    ['/p/ID.html?themes=dark', 'themes: there is no such parameter; did you mean theme?'],
    ['/p/ID.json?downlaod', 'downlaod: there is no such parameter; did you mean download?'],
    ['/p/ID.csv?dowload', 'dowload: there is no such parameter; did you mean download?'],
    ['/p/ID.png?donwload', 'donwload: there is no such parameter; did you mean download?'],
    ['/p/ID/events?aftr=1', 'aftr: there is no such parameter; did you mean after?'],
    ['/p/oembed?url=x&maxwith=300', 'maxwith: there is no such parameter; did you mean maxwidth?'],
    ['/p/ID/events?after=1&after=2', 'after: is given more than once'],
    ['/p/ID?theme=blue&locale=!', '2 parameters are wrong; see details'],
    ['/p/ID?embed&theme=blue&locale=!', '2 parameters are wrong; see details'],
    ['/p/ID?live=false', 'live: must be on or off'],
    ['/p/ID@1?live=OFF', 'live: must be on or off'],
    ['/p/ID?live=off&live=on', 'live: is given more than once'],
    ['/p/ID?live=no&theme=blue', '2 parameters are wrong; see details'],
    ['/p/oembed', 'url: must be the address of a graph’s page'],
    ['/p/oembed?url=', 'url: must be the address of a graph’s page'],
  ])('%s', async (path, message) => {
    const answer = await side.call('GET', path.replace('ID', id))
    expect([answer.status, errorAnswer.parse(await answer.json()).error.message]).toEqual([400, message])
  })

  test.each([
    ['', true],
    ['?live', true],
    ['?live=on', true],
    ['?live=off', false],
    ['?embed&live=off', false],
  ])('and with one of them, a page follows its graph: ID%s %p', async (query, follows) => {
    const page = await (await side.call('GET', `/p/${id}${query}`)).text()
    expect(page.includes('"events":null')).toBe(!follows)
  })

  test('and whole numbers may be as large as they like', async () => {
    const url = encodeURIComponent(`${side.url}/p/${id}`)
    for (const path of [
      `oembed?url=${url}&maxwidth=1000000`,
      `oembed?url=${url}&maxheight=${'9'.repeat(400)}`,
      `${id}/events?after=99999999999`,
    ])
      expect([path, (await side.call('HEAD', `/p/${path}`)).status]).toEqual([path, 200])
  })

  test('and parameters of others, such as those of link trackers, change nothing', async () => {
    for (const path of ['ID', 'ID?embed', 'ID.json', 'ID.csv']) {
      const others = `${path.includes('?') ? '&' : '?'}utm_source=mail&fbclid=1&ref=a&_=2&width=300&scale=2`
      expect([path, (await side.call('GET', `/p/${path.replace('ID', id)}${others}`)).status]).toEqual([
        path,
        200,
      ])
    }
  })
})
