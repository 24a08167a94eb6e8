/** Reads of a graph and of its png, against a bare node server and nginx that send the same bytes. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstLineOf } from '../../src/errors/cause.ts'
import { ended, expect, startService } from '../service/service.ts'
import { fire } from './cannon.ts'
import { referenceFigure } from './figures.ts'
import { type Measurement, median, type Row } from './measure.ts'
import { run } from './tools.ts'

const rounds = 3
const seconds = 3

export async function measureReads(): Promise<Measurement> {
  const service = await startService()
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-reads-'))
  const missing: string[] = []
  const bare = createServer()
  let nginx: ChildProcess | null = null
  try {
    const body = JSON.stringify(referenceFigure(1))
    const created = JSON.parse(expect(201, await service.post('/v1/graph', body)).toString())
    const graphPath = `/v1/graph/${created.graph.graph_id}`
    const pngPath = new URL(created.graph.image_url).pathname
    const files = {
      '/graph.json': expect(200, await service.get(graphPath)),
      '/chart.png': expect(200, await service.get(pngPath)),
    }
    for (const [path, bytes] of Object.entries(files)) await writeFile(join(folder, path), bytes)

    bare.on('request', (request, response) => {
      const bytes = files[request.url as keyof typeof files]
      response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes)
    })
    await once(bare.listen(0, '127.0.0.1'), 'listening')
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    try {
      nginx = await startNginx(folder, port)
    } catch (error) {
      missing.push(`nginx: ${firstLineOf(error)}`)
    }

    const rows: Row[] = []
    for (const [what, path, file, goal] of [
      ['GET /v1/graph', graphPath, '/graph.json', 30],
      ['GET png', pngPath, '/chart.png', 50],
    ] as const) {
      const servers = [
        ['Plotgate', `${service.url}${path}`],
        ['bare node', `${bareUrl}${file}`],
        ...(nginx ? [['nginx', `http://127.0.0.1:${port}${file}`] as const] : []),
      ] as const
      const rates = servers.map(() => [] as number[])
      for (let round = 0; round < rounds; round++) {
        for (const [at, [, url]] of servers.entries()) {
          const hits = await fire({ url, connections: 16, duration: seconds })
          rates[at]!.push(hits.requests.average)
        }
      }
      const [ours, node, front] = rates.map(median)
      rows.push({ what: `${what}, Plotgate`, value: ours!, unit: '/s' })
      rows.push({ what: `${what}, bare node`, value: node!, unit: '/s' })
      if (front !== undefined) {
        rows.push({ what: `${what}, nginx`, value: front, unit: '/s' })
        rows.push({
          what: `${what}, share of nginx`,
          value: (100 * ours!) / front,
          unit: '%',
          goal: `≥ ${goal}`,
        })
      }
    }
    return { name: 'reads', rows, missing }
  } finally {
    bare.close()
    if (nginx) await ended(nginx)
    await service.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startNginx(folder: string, port: number): Promise<ChildProcess> {
  await run('nginx', ['-v'])
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 256; }
http {
  access_log off; sendfile on; keepalive_requests 1000000;
  types { application/json json; image/png png; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  )
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 0; tries < 50; tries++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    if (
      await fetch(`http://127.0.0.1:${port}/chart.png`).then(
        answer => answer.ok,
        () => false,
      )
    )
      return child
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  await ended(child)
  throw new Error('nginx did not answer')
}
