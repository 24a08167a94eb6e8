/** Figures that are rendered for their sender, and stored nowhere. */

import { describe, expect, test } from '@jest/globals'
import { readSubmission, type Submission } from '../../../src/domain/figure/submission.ts'
import type { Artifact } from '../../../src/domain/graph/graph.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { RenderResult, UnstoredJob } from '../../../src/domain/image/ports.ts'
import {
  createUnstoredRenders,
  type UnstoredRequest,
} from '../../../src/domain/image/renders/unstored-render.ts'
import { renderFailed } from '../../../src/errors/errors.ts'
import { actorOf, bodyOf } from '../../support/graphs.ts'

interface Drawing {
  readonly job: UnstoredJob
  cancelled: boolean
  finish(omitted?: readonly string[]): void
  fail(error: unknown): void
}

/** Renders that end when the test says so. `equal` are the images that the account has already. */
function setUp({
  equal = {},
  read = readSubmission,
}: {
  equal?: Record<string, Partial<Artifact>>
  read?: (body: Uint8Array) => Submission | Promise<Submission>
} = {}) {
  const drawings: Drawing[] = []
  const asked: string[] = []
  const { render } = createUnstoredRenders({
    dispatcher: {
      draw(job) {
        const { promise, resolve, reject } = Promise.withResolvers<RenderResult>()
        const drawing: Drawing = {
          job,
          cancelled: false,
          finish: (omitted = []) =>
            resolve({ images: new Map([[job.format, Buffer.from(`the ${job.format}`)]]), omitted }),
          fail: reject,
        }
        drawings.push(drawing)
        return {
          result: promise,
          cancel() {
            drawing.cancelled = true
            return true
          },
        }
      },
    },
    artifacts: {
      async findEqual(key) {
        asked.push(key)
        return (equal[key.split(' ')[1] ?? ''] as Artifact | undefined) ?? null
      },
    },
    readSubmission: read,
  })
  const send = (own: Partial<UnstoredRequest> = {}, actor = actorOf('ann')) => {
    const gone = new AbortController().signal
    const body = bodyOf({ data: [{ y: [1, 2] }] })
    return render(actor, { body, format: 'png', look: defaultLook, strictness: 'lenient', gone, ...own })
  }
  return { drawings, asked, send }
}

const begun = () => new Promise(resolve => setImmediate(resolve))
const wide = { ...defaultLook, width: 900, theme: 'dark' } as const

describe('a figure', () => {
  test('is drawn in its format and look, for its sender', async () => {
    const { drawings, send } = setUp()
    const rendered = send({ look: wide, format: 'webp' })
    await begun()
    expect(drawings[0]?.job).toMatchObject({ accountId: 'ann', format: 'webp', look: wide })
    expect(String(drawings[0]?.job.figure.data)).toBe('[{"y":[1,2]}]')
    drawings[0]?.finish(['https://tiles.example'])
    const { image, omitted, submission } = await rendered
    expect([String(image), omitted]).toEqual(['the webp', ['https://tiles.example']])
    expect(submission.traceTypes).toEqual(['scatter'])
  })

  test('is drawn as svg for an html page, which has its theme but not its size', async () => {
    const { drawings, send } = setUp()
    const rendered = send({ look: wide, format: 'html' })
    await begun()
    expect(drawings[0]?.job).toMatchObject({ format: 'svg', look: { ...defaultLook, theme: 'dark' } })
    drawings[0]?.finish()
    expect(String((await rendered).image)).toBe('the svg')
  })

  test('of which the account has an image is not drawn again', async () => {
    const bytes = Buffer.from('stored')
    const known = { 'png|||1||': { bytes }, 'png|900||1|dark|': { bytes, omitted: ['x'] } }
    const { drawings, asked, send } = setUp({ equal: known })
    expect(await send()).toMatchObject({ image: bytes, omitted: [] })
    expect(await send({ look: wide })).toMatchObject({ image: bytes, omitted: ['x'] })
    expect(drawings).toEqual([])
    const other = send({}, actorOf('ben'))
    await other
    const [ofAnn, , ofBen] = asked
    expect(ofBen).not.toBe(ofAnn)
  })

  test('that cannot be drawn is answered with the reason', async () => {
    const { drawings, send } = setUp()
    const rendered = send()
    await begun()
    drawings[0]?.fail(renderFailed('no such subplot'))
    await expect(rendered).rejects.toMatchObject({ code: 'render_failed' })
  })
})

describe('nothing is drawn', () => {
  const doubtful = bodyOf({ data: [{ mode: 'lines', y: [1] }] })

  test.each<[string, Partial<UnstoredRequest>, string]>([
    ['of what is no figure', { body: bodyOf({ data: 3 }) }, 'invalid_figure'],
    [
      'of a figure with warnings, where that is asked for',
      { body: doubtful, strictness: 'strict' },
      'invalid_figure',
    ],
    ['of more pixels than an image may have', { look: { ...defaultLook, scale: 20 } }, 'payload_too_large'],
    ['for a caller who has left', { gone: AbortSignal.abort() }, 'cancelled'],
  ])('%s', async (_why, request, code) => {
    const { drawings, send } = setUp()
    await expect(send(request)).rejects.toMatchObject({ code })
    expect(drawings).toEqual([])
  })

  test('for a key that may not write', async () => {
    const { drawings, send } = setUp()
    await expect(send({}, actorOf('ann', ['graphs:read']))).rejects.toMatchObject({ code: 'forbidden' })
    expect(drawings).toEqual([])
  })

  test('and yet a figure with warnings is drawn where that is not asked for, and a large one in a page', async () => {
    const { drawings, send } = setUp()
    const rendered = [
      send({ body: doubtful }),
      send({
        body: bodyOf({ data: [] }),
        look: { ...defaultLook, width: 90_000, height: 90_000 },
        format: 'html',
      }),
    ]
    await begun()
    for (const drawing of drawings) drawing.finish()
    expect(await Promise.all(rendered)).toHaveLength(2)
  })
})

test('a caller who leaves takes the render along, but not once it has ended', async () => {
  const { drawings, send } = setUp()
  const [leaving, staying] = [new AbortController(), new AbortController()]
  void send({ gone: leaving.signal })
  const rendered = send({ gone: staying.signal })
  await begun()
  leaving.abort()
  drawings[1]?.finish()
  await rendered
  staying.abort()
  expect(drawings.map(({ cancelled }) => cancelled)).toEqual([true, false])
})

test('figures that wait are refused beyond 256 MiB, until others have been drawn', async () => {
  const submission = readSubmission(bodyOf({ data: [] }))
  const { drawings, send } = setUp({ read: () => submission })
  const waiting = (mebibytes: number) => send({ body: new Uint8Array(mebibytes * 2 ** 20) })
  const first = waiting(200)
  const second = waiting(56)
  const refused = { code: 'overloaded' }
  await expect(send()).rejects.toMatchObject(refused)
  await begun()
  drawings[1]?.fail(renderFailed('no such subplot'))
  await expect(second).rejects.toMatchObject({ code: 'render_failed' })
  await expect(waiting(57)).rejects.toMatchObject(refused)
  const third = waiting(56)
  await begun()
  for (const drawing of drawings) drawing.finish()
  expect((await Promise.all([first, third])).length).toBe(2)
  const whole = waiting(256)
  await begun()
  drawings.at(-1)?.finish()
  await whole
})
