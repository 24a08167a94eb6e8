/**
 * Measures the effects of the niceness of browsers: reads during rendering, and rendering beside other programs.
 * Usage: node scripts/bench-niceness.ts [--niceness N]   (by default 0, 5 and 10)
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOfItsOwn } from './bench/environment.ts'
import { scriptOptions } from './script-options.ts'

const seconds = 10
const figures = 120
const busyPerCore = 4
const { values } = scriptOptions({ options: { niceness: { type: 'number' } } })

interface Server {
  readonly url: string
  readonly key: string
  end(): Promise<void>
}

async function serve(niceness: number): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-niceness-'))
  const entry = join(import.meta.dirname, '..', 'bin', 'plotgate.js')
  const child = spawn(process.execPath, [entry], {
    env: {
      ...environmentOfItsOwn(),
      ...{
        PORT: '0',
        DATA_DIR: folder,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        RENDER_NICE: String(niceness),
      },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [, url = '', key = ''] = await printed(child, /answers at (\S+)[\s\S]*?Bearer (\S+)'/)
  return {
    url,
    key,
    async end() {
      child.kill('SIGTERM')
      await new Promise(resolve => child.once('exit', resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function printed(child: ChildProcess, shape: RegExp): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the service ended with ${code}`)))
    child.stdout?.on('data', chunk => {
      text += chunk
      const found = shape.exec(text)
      if (found) resolve(found)
    })
  })
}

async function create({ url, key }: Server, seed: number) {
  const y = Array.from({ length: 200 }, (_, index) => Math.sin(index / (5 + (seed % 13))) + seed)
  const response = await fetch(`${url}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [{ y }], layout: { title: `Figure ${seed}` } }),
  })
  const { graph } = (await response.json()) as { graph: { graph_id: string; image_url: string } }
  return graph
}

/** Creates graphs and fetches their images until stopped. Returns how many. */
async function render(server: Server, goesOn: (done: number) => boolean): Promise<number> {
  let done = 0
  let seed = 0
  const hand = async () => {
    while (goesOn(done)) {
      const { image_url } = await create(server, seed++)
      const response = await fetch(image_url)
      await response.arrayBuffer()
      if (response.ok) done++
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, hand))
  return done
}

async function readBesideRendering(server: Server) {
  const { graph_id } = await create(server, 0)
  const until = performance.now() + seconds * 1000
  const rendering = render(server, () => performance.now() < until)
  const took: number[] = []
  while (performance.now() < until) {
    const began = performance.now()
    await (await fetch(`${server.url}/v1/graph/${graph_id}`)).arrayBuffer()
    took.push(performance.now() - began)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) => (took[Math.floor(took.length * part)] ?? 0).toFixed(1)
  return { p50: at(0.5), p99: at(0.99), images: ((await rendering) / seconds).toFixed(1) }
}

async function renderBesideWork(server: Server): Promise<string> {
  const busy = Array.from({ length: availableParallelism() * busyPerCore }, () =>
    spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore', detached: true }),
  )
  try {
    const began = performance.now()
    await render(server, done => done < figures)
    return ((performance.now() - began) / 1000).toFixed(1)
  } finally {
    for (const child of busy) child.kill('SIGKILL')
  }
}

process.stdout.write('niceness  reads p50  p99 (ms)  images/s  120 images on a busy host (s)\n')
for (const niceness of values.niceness === undefined ? [0, 5, 10] : [values.niceness]) {
  const server = await serve(niceness)
  try {
    await render(server, done => done < 20)
    const { p50, p99, images } = await readBesideRendering(server)
    const busy = await renderBesideWork(server)
    process.stdout.write(
      `${String(niceness).padStart(8)}  ${p50.padStart(9)}  ${p99.padStart(8)}  ${images.padStart(8)}  ${busy.padStart(29)}\n`,
    )
  } finally {
    await server.end()
  }
}
