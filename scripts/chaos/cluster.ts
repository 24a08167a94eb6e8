/** Gateways behind nginx, workers, Redis and the store, each a process of its own, over links that can be cut. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { createOperator } from '../../src/accounts/operator.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { freePort } from '../../test/support/free-port.ts'
import { type Link, linkTo } from '../../test/support/link.ts'
import { environmentOfItsOwn } from '../service/environment.ts'
import { type Census, createCensus } from './census.ts'
import { createMember, type Member } from './member.ts'
import { openNginx } from './nginx.ts'
import { isOpen, openStoreProcess } from './store.ts'

export interface NamedLink extends Link {
  readonly name: string
}

export interface Cluster {
  /** Of nginx. */
  readonly url: string
  readonly key: string
  readonly store: Store
  readonly gateways: readonly Member[]
  readonly workers: readonly Member[]
  /** Redis and the store. */
  readonly others: readonly Member[]
  readonly links: readonly NamedLink[]
  readonly census: Census
  /** What gateways logged of requests that failed on their side. */
  readonly failures: readonly string[]
  close(): Promise<void>
}

export interface ClusterSize {
  readonly gateways: number
  readonly workers: number
}

export const noStore = 'there is no mongod, no engine of scripts/mongodb-engine.sh and no MONGODB_URL'

/** A line of a gateway's log. */
const failedRequest = /"msg":"(request failed|a resolver failed)"/

/** Rejects where a part of it cannot be had. */
export async function openCluster({
  gateways: gatewayCount,
  workers: workerCount,
}: ClusterSize): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-chaos-'))
  await mkdir(join(folder, 'store'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each().catch(() => {})
  }
  const begin = async (member: Member) => {
    closing.push(() => member.end())
    await member.start()
    return member
  }
  try {
    const storeProcess = await openStoreProcess(join(folder, 'store'))
    if (!storeProcess) throw new Error(noStore)
    const redisPort = await freePort()
    const redisUrl = `redis://127.0.0.1:${redisPort}`
    const redis = createMember('redis', {
      program: 'redis-server',
      // It keeps nothing: a Redis that ends loses the queue.
      args: `--port ${redisPort} --bind 127.0.0.1 --dir ${folder} --appendonly no --save`
        .split(' ')
        .concat(''),
      answers: () => isOpen(redisPort),
    })
    const others = [redis, ...(storeProcess.member ? [storeProcess.member] : [])]
    for (const member of others) await begin(member)

    const store = await openStore({ mongodbUrl: storeProcess.url, dataDir: folder })
    closing.push(async () => {
      await store.close()
      await using client = new MongoClient(storeProcess.url)
      await client.db().dropDatabase()
    })
    const { secret } = await createOperator(store).createKey({ name: 'chaos' })

    const links: NamedLink[] = []
    async function link(name: string, url: string): Promise<string> {
      const made = await linkTo(url)
      closing.push(() => made.cut())
      links.push({ ...made, name })
      return made.url
    }
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const census = createCensus()
    const failures: string[] = []

    async function service(
      name: string,
      command: string,
      env: Record<string, string>,
      answers: () => Promise<boolean>,
      onLine: (line: string) => void,
    ) {
      return createMember(name, {
        program: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', 'src/main.ts', command],
        env: {
          ...environmentOfItsOwn(),
          MONGODB_URL: await link(`${name} to the store`, storeProcess!.url),
          REDIS_URL: await link(`${name} to redis`, redisUrl),
          BASE_URL: url,
          RATE_LIMIT: 'off',
          TRUST_PROXY: '1',
          RENDER_WORKERS: '1',
          DATA_DIR: folder,
          ...env,
        },
        answers,
        onLine,
      })
    }
    const isReady = (at: number) => async () =>
      fetch(`http://127.0.0.1:${at}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ ok }) => ok,
        () => false,
      )
    const gateways: Member[] = []
    const gatewayPorts: number[] = []
    for (let at = 1; at <= gatewayCount; at++) {
      const own = await freePort()
      gatewayPorts.push(own)
      gateways.push(
        await service(
          `gateway ${at}`,
          'serve',
          { PORT: String(own), LOG_LEVEL: 'error' },
          isReady(own),
          line => void (failedRequest.test(line) && failures.push(line)),
        ),
      )
    }
    const workers: Member[] = []
    for (let at = 1; at <= workerCount; at++) {
      const own = await freePort()
      const env = { HEALTH_ADDRESS: `127.0.0.1:${own}`, LOG_LEVEL: 'debug' }
      workers.push(await service(`worker ${at}`, 'worker', env, isReady(own), census.hear))
    }
    await Promise.all([...gateways, ...workers].map(begin))
    await begin(await openNginx(join(folder, 'nginx'), port, gatewayPorts))
    return { url, key: secret, store, gateways, workers, others, links, census, failures, close }
  } catch (error) {
    await close()
    throw error
  }
}
