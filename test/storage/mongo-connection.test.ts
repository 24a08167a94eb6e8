import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { type Connection, findServer } from '../../src/storage/mongodb/connection/connection.ts'
import { eventually } from '../support/eventually.ts'
import { linkTo } from '../support/link.ts'
import { type MongoServer, mongoKind, startMongo } from '../support/mongo.ts'

const kind = mongoKind()
const suite = kind === null ? describe.skip : describe

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

suite(`mongodb (${kind}), a connection`, () => {
  let server: MongoServer
  let connection: Connection
  beforeAll(async () => {
    server = await startMongo()
    connection = await findServer(server.url)
  }, 600_000)
  afterAll(async () => {
    await connection.close()
    await server.stop()
  })

  test('holds nothing of what was answered', async () => {
    const read = async () => new WeakRef(await connection.use(async () => Buffer.alloc(1000)))
    const answers = await Promise.all(Array.from({ length: 100 }, read))
    await turn()
    collectGarbage()
    expect(answers.filter(answer => answer.deref() !== undefined).length).toBe(0)
  })

  test('whose driver has lost sight of the server by a socket that broke as it wrote comes back by itself', async () => {
    const link = await linkTo(server.url)
    const url = new URL(link.url)
    url.searchParams.set('heartbeatFrequencyMS', '500')
    const losing = await findServer(url.href)
    const { write } = Socket.prototype
    const broken = Promise.withResolvers<void>()
    const writing = jest.spyOn(Socket.prototype, 'write').mockImplementation(function (
      this: Socket,
      ...given
    ) {
      const [bytes] = given as readonly unknown[]
      const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : ''
      // The first look at the server, which tells it of the client, is longer.
      if (text.length < 200 && text.includes('hello') && this.remotePort === Number(url.port)) {
        writing.mockRestore()
        this.destroy()
        broken.resolve()
      }
      return write.apply(this, given as Parameters<typeof write>)
    })
    await broken.promise
    await link.cut()
    await expect(losing.ping()).rejects.toMatchObject({ code: 'unavailable' })
    await link.mend()
    await eventually('the server is seen again', () =>
      losing.ping().then(
        () => true,
        () => false,
      ),
    )
    await losing.close()
    await link.cut()
  })

  test('that is abandoned rejects what is under way and what comes', async () => {
    const leaving = await findServer(server.url)
    const inFlight = [0, 1].map(() => leaving.use(() => new Promise(() => {})))
    leaving.abandon()
    const outcomes = await Promise.allSettled([...inFlight, leaving.use(async () => 'late')])
    expect(outcomes.map(each => each.status === 'rejected' && each.reason)).toEqual(
      Array(3).fill(expect.objectContaining({ code: 'unavailable' })),
    )
    await leaving.close()
  })
})
