/** A figure that tries to take the page it is drawn on, through the whole service: nobody else notices. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createOperator } from '../src/accounts/operator.ts'
import { startTestService, type TestService } from './support/app.ts'
import { hostileMaps } from './support/hostile-maps.ts'
import { patientFetch } from './support/patient-fetch.ts'

const patience = 240_000
const innocents = 12

let folder: string
let service: TestService

const start = () => startTestService({ DATA_DIR: folder, RENDER_WORKERS: '1' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-takeover-'))
  service = await start()
}, patience)

afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function create(key: string, figure: object): Promise<string> {
  const response = await fetch(`${service.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(figure),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { graph: { graph_id: string } }).graph.graph_id
}

/** The bytes where it is answered well, else the status. */
async function imageOf(graphId: string): Promise<Buffer | number> {
  const response = await patientFetch(`${service.plotUrl}/${graphId}.png`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.ok ? bytes : response.status
}

async function stateOf(graphId: string): Promise<string> {
  const query = `{ graph(id: "${graphId}") { rendering { status } } }`
  const response = await fetch(`${service.baseUrl}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const answer = (await response.json()) as { data: { graph: { rendering: { status: string } } } }
  return answer.data.graph.rendering.status
}

const isReady = async () => (await fetch(`${service.baseUrl}/readyz`)).status === 200

const bars = (seed: number) => ({
  data: [{ type: 'bar', y: [seed, 3, 2] }],
  layout: { title: { text: 'Innocent' }, width: 300, height: 200 },
})

describe('figures that try to take their page', () => {
  const graphs: string[] = []

  test(
    'leave the figures of another account as they were, and the service ready',
    async () => {
      const { secret: stranger } = await createOperator(service.app.store).createKey(
        { name: 'stranger' },
        'stranger@example.org',
      )
      const before = await imageOf(await create(service.key, bars(0)))
      expect(before).toBeInstanceOf(Buffer)
      for (let at = 1; at <= innocents; at++) {
        const hostile = hostileMaps[at % hostileMaps.length]!
        const { data, layout, frames } = hostile
        const taking = await create(stranger, { data, layout, ...(frames && { frames }) })
        const asked = at % 2 ? imageOf(taking) : null
        graphs.push(await create(service.key, bars(at)))
        expect(await imageOf(graphs.at(-1)!)).toBeInstanceOf(Buffer)
        expect(await isReady()).toBe(true)
        await asked
      }
      // The same figure is the same image, to the byte, on whatever page it is drawn now.
      expect(await imageOf(await create(service.key, bars(0)))).toEqual(before)
    },
    patience,
  )

  test(
    'leave nothing behind in the store: after a restart as well every image is there and none is failed',
    async () => {
      await service.close()
      service = await start()
      for (const graphId of graphs) {
        expect(await imageOf(graphId)).toBeInstanceOf(Buffer)
        expect(await stateOf(graphId)).toBe('ready')
      }
      expect(await imageOf(await create(service.key, bars(-1)))).toBeInstanceOf(Buffer)
      expect(await isReady()).toBe(true)
    },
    patience,
  )
})
