/** `plotgate publish`: files become graphs of a service that runs. */

import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { requireGraphId } from '../../src/domain/ids.ts'
import { type HttpSide, startHttp } from '../support/http.ts'

const main = new URL('../../src/main.ts', import.meta.url).pathname
let folder: string
let side: HttpSide

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-publish-'))
  side = await startHttp()
  await writeFile(join(folder, 'good.json'), '{"data": [{"y": [1.0]}]}')
  await writeFile(join(folder, 'warned.json'), '{"data": [{"y": [1], "mod": "lines"}]}')
  await writeFile(join(folder, 'wrong.json'), '{"data": [{"type": "barr"}, {"type": "lien"}]}')
})
afterAll(async () => {
  await side.close()
  await rm(folder, { recursive: true, force: true })
})

const publish = (env: Record<string, string>, input: string, ...args: string[]) =>
  command(env, input, 'publish', ...args)
const command = (env: Record<string, string>, input: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>(resolve => {
    const options = {
      cwd: folder,
      timeout: 180_000,
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...env },
    }
    const child = execFile(process.execPath, [main, ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
const login = () => ({ PLOTGATE_URL: `${side.url}/`, PLOTGATE_KEY: side.key })

test('prints the address of each graph; what fails is told and does not stop the others', async () => {
  const { code, out, err } = await publish(login(), '', 'missing.json', 'wrong.json', 'good.json')
  expect(code).toBe(1)
  expect(err).toMatch(
    /^missing\.json: there is no file or directory missing\.json\nwrong\.json: [^\n]+\n {2}data\[0\]\.type: [^\n]+\n {2}data\[1\]\.type: [^\n]+\n$/,
  )
  const graphId = out.trim().split('/').at(-1) ?? ''
  const stored = await side.store.graphs.figure(requireGraphId(graphId))
  expect(String(stored?.data)).toBe('[{"y": [1.0]}]')
})

test('says that a figure will not be drawn as meant', async () => {
  const { code, out, err } = await publish(login(), '', 'warned.json')
  expect([code, out.split('\n').length]).toEqual([0, 2])
  expect(err).toBe('warned.json: warnings: 1; plotgate check lists them\n')
})

test('takes a figure from standard input, and the key that a login stored', async () => {
  await mkdir(join(folder, 'plotgate'), { recursive: true })
  const logins = { default: side.url, keys: { [side.url]: side.key } }
  await writeFile(join(folder, 'plotgate', 'logins.json'), JSON.stringify(logins))
  expect(await publish({}, '{"data": []}', '-')).toMatchObject({
    code: 0,
    out: expect.stringMatching(`^${side.url}/p/[\\w-]{21}\n$`),
  })
  // A key goes to the service that it was stored for, and nowhere else.
  expect(await publish({ PLOTGATE_URL: 'http://127.0.0.1:9' }, '', 'good.json')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no API key for http://127.0.0.1:9'),
  })
})

test('a create whose connection is lost is sent again, under the same Idempotency-Key', async () => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 1) request.socket.destroy()
    else {
      request.resume()
      response.writeHead(201, { 'Content-Type': 'application/json' })
      response.end('{"graph": {"permalink": "http://a/p/1"}}')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const env = { PLOTGATE_URL: url, PLOTGATE_KEY: 'pg_x' }
    expect(await publish(env, '', 'good.json')).toMatchObject({ code: 0, out: 'http://a/p/1\n' })
  } finally {
    server.close()
  }
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]])
})

test('a service that is not there is told in seconds', async () => {
  const env = { PLOTGATE_URL: 'http://127.0.0.1:9', PLOTGATE_KEY: 'pg_x' }
  expect(await publish(env, '', 'good.json')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('http://127.0.0.1:9 cannot be reached'),
  })
})

test('a service without TLS is told in words', async () => {
  const env = { PLOTGATE_URL: side.url.replace('http:', 'https:'), PLOTGATE_KEY: 'pg_x' }
  expect(await publish(env, '', 'good.json')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be reached: it does not answer in TLS; try http:\/\/$/m),
  })
})

test('goes through the proxy of the environment, except where NO_PROXY says otherwise', async () => {
  const asked: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(String(request.url))
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const env = {
    HTTP_PROXY: `http://127.0.0.1:${port}`,
    PLOTGATE_URL: 'http://graphs.example.org',
    PLOTGATE_KEY: 'pg_x',
  }
  try {
    expect(await command(env, 'pg_x\n', 'login')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/graphs\.example\.org cannot be reached: [^\n]*; HTTP_PROXY names a proxy/),
    })
    expect(asked).toEqual(['graphs.example.org:80'])
    expect(await publish({ ...env, ...login(), NO_PROXY: '127.0.0.1' }, '', 'good.json')).toMatchObject({
      code: 0,
    })
    expect(await publish({ ...env, HTTP_PROXY: 'nonsense' }, '', 'good.json')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/HTTP_PROXY, HTTPS_PROXY: not the address/),
    })
  } finally {
    proxy.close()
  }
})

const withOpenssl = spawnSync('openssl', ['version']).status === 0 ? test : test.skip
withOpenssl('trusts the authority in SSL_CERT_FILE, which the message of an unknown one names', async () => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate]
  spawnSync('openssl', [...request, ...subject])
  const pem = { key: await readFile(key), cert: await readFile(certificate) }
  const scopes = JSON.stringify({ data: { viewer: { scopes: ['graphs:write'] } } })
  const server = createTlsServer(pem, (_request, response) => response.end(scopes)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { XDG_CONFIG_HOME: join(folder, 'tls') }
  try {
    const distrusted = await command(env, 'pg_x\n', 'login', url)
    expect(distrusted).toMatchObject({
      code: 1,
      err: expect.stringMatching(/self-signed[^\n]*SSL_CERT_FILE/),
    })
    const trusted = await command({ ...env, SSL_CERT_FILE: certificate }, 'pg_x\n', 'login', url)
    expect(trusted).toMatchObject({ code: 0, out: expect.stringContaining('graphs:write') })
    const unreadable = await command({ ...env, SSL_CERT_FILE: join(folder, 'none') }, 'pg_x\n', 'login', url)
    expect(unreadable).toMatchObject({ code: 1, err: expect.stringMatching(/^plotgate: SSL_CERT_FILE: /) })
  } finally {
    server.close()
  }
})

test('logins that cannot be read are told as such, not as absent', async () => {
  const home = join(folder, 'unreadable')
  await mkdir(join(home, 'plotgate', 'logins.json'), { recursive: true })
  expect(await publish({ XDG_CONFIG_HOME: home }, '', 'good.json')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^plotgate: \S+logins\.json cannot be read: EISDIR/),
  })
})

test('a key that the service does not know is told once', async () => {
  const { code, err } = await publish({ ...login(), PLOTGATE_KEY: 'pg_x' }, '', 'good.json', 'warned.json')
  expect(code).toBe(1)
  expect(err).toMatch(/^plotgate: [^\n]*key[^\n]*\n$/)
})

test('an expiry that is none is told once, by the name of its option, before anything is sent', async () => {
  const { code, err } = await publish(login(), '', '--expires', 'soon', 'good.json', 'warned.json')
  expect(code).toBe(1)
  expect(err).toMatch(/^plotgate: --expires: must be never, or a time to come such as [^\n]+\n$/)
})

test('a key that was copied in part is told before anything is sent', async () => {
  const said = { code: 1, err: expect.stringContaining('copied whole') }
  expect(await publish({ ...login(), PLOTGATE_KEY: 'pg_abc…' }, '', 'good.json')).toMatchObject(said)
  expect(await command({}, 'pg_abc…\n', 'login', side.url)).toMatchObject(said)
})

const onTerminal = spawnSync('script', ['--version']).status === 0 ? test : test.skip
onTerminal('Ctrl-C at the question for a key ends login as it ends other programs', async () => {
  const line = [process.execPath, main, 'login', side.url].join(' ')
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: join(folder, 'interrupted') }
  const child = spawn('script', ['-qec', line, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  let shown = ''
  child.stdout.on('data', chunk => {
    shown += chunk
    if (shown.endsWith('API key: ')) child.stdin.write('\x03')
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(130)
  expect(shown).not.toContain('no key was given')
})

test('login tries the key and stores it for its owner alone; logout forgets it', async () => {
  const home = { XDG_CONFIG_HOME: join(folder, 'home') }
  const file = join(home.XDG_CONFIG_HOME, 'plotgate', 'logins.json')
  const wrong = await command(home, 'pg_wrong\n', 'login', side.url)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('key') })
  await expect(stat(file)).rejects.toThrow('ENOENT')

  // The address of the page where keys are made does as well.
  const right = await command(home, `${side.key}\n`, 'login', `${side.url}/account`)
  expect(right).toMatchObject({ code: 0, out: expect.stringContaining('graphs:write') })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    default: side.url,
    keys: { [side.url]: side.key },
  })
  expect(await publish(home, '', 'good.json')).toMatchObject({ code: 0 })

  expect(await command(home, '', 'logout')).toMatchObject({ code: 0 })
  await expect(stat(file)).rejects.toThrow('ENOENT')
  expect(await publish(home, '', 'good.json')).toMatchObject({
    code: 1,
    err: expect.stringContaining('plotgate login'),
  })
})
