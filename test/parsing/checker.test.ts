import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { AppError } from '../../src/errors/errors.ts'
import { type Checker, type CheckerOptions, createChecker } from '../../src/parsing/checker.ts'
import { readers } from '../../src/parsing/readers.ts'

let opened: Checker[] = []
const open = (options: CheckerOptions) => {
  const checker = createChecker(options)
  opened.push(checker)
  return checker
}
afterEach(async () => {
  await Promise.all(opened.map(checker => checker.close()))
  opened = []
})

const bodyOf = (figure: unknown) => new TextEncoder().encode(JSON.stringify(figure))
const numbers = Array.from({ length: 100_000 }, (_, i) => i)
const large = () => bodyOf({ data: [{ x: numbers }], layout: { title: 'Großes' } })
const errorOf = async (work: () => unknown): Promise<AppError> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('the checker', () => {
  test('answers small bodies at once and large ones later, with the same result', async () => {
    const { readSubmission } = open({})
    expect(readSubmission(bodyOf({ data: [] }))).toMatchObject({ figure: { data: '[]' } })
    const inThread = readSubmission(large())
    expect(inThread).toBeInstanceOf(Promise)
    expect(await inThread).toEqual(open({ inlineBytes: 1e9 }).readSubmission(large()))
  })

  test('answers later, too, where a small body holds very many values: the check costs by them', async () => {
    const many = () => bodyOf({ data: Array.from({ length: 1_000 }, () => ({ x: [1], y: [1], z: [1] })) })
    const { readSubmission } = open({})
    const inThread = readSubmission(many())
    expect(inThread).toBeInstanceOf(Promise)
    const here = open({ inlineValues: 1e9 }).readSubmission(many())
    expect(here).not.toBeInstanceOf(Promise)
    expect(await inThread).toEqual(here)
    expect(readSubmission(bodyOf({ data: [{ x: numbers.slice(0, 30_000) }] }))).not.toBeInstanceOf(Promise)
  })

  test.each([
    ['', 'data:image/svg+xml'],
    [' whose slash is escaped', 'data:image\\/svg+xml'],
    [' in capitals', 'data:image/SVG+XML'],
    [' whose letters are escaped', 'data:image\\u002f\\u0073vg+xml'],
  ])('answers later where a small body holds a long SVG%s, which takes longer', async (_, type) => {
    const svg = `<svg xmlns='http://www.w3.org/2000/svg'>${'<g/>'.repeat(8_000)}</svg>`
    const figure = { data: [{ y: [1] }], layout: { images: [{ source: `TYPE,${svg}` }] } }
    const body = () => new TextEncoder().encode(JSON.stringify(figure).replace('TYPE', type))
    const { readSubmission } = open({})
    const inThread = readSubmission(body())
    expect(inThread).toBeInstanceOf(Promise)
    expect(await inThread).toEqual(readers.readSubmission(body()))
    figure.layout.images = [{ source: 'x'.repeat(32_000) }]
    expect(readSubmission(body())).not.toBeInstanceOf(Promise)
  })

  test('tells the parts of small and large bodies alike', async () => {
    const { readJsonTree } = open({})
    const body = large()
    const inThread = readJsonTree(body)
    expect(inThread).toBeInstanceOf(Promise)
    expect(await inThread).toEqual(open({ inlineBytes: 1e9 }).readJsonTree(large()))
    // What it tells are places in the body, which stays with its caller.
    expect(Buffer.compare(body, large())).toBe(0)
  })

  test('takes a large body over, and leaves alone what shares its memory', async () => {
    const { readSubmission } = open({ inlineBytes: 0 })
    const body = large()
    const checked = readSubmission(body)
    expect(body.length).toBe(0)
    await checked

    const shared = new Uint8Array([...large(), 1, 2, 3])
    await readSubmission(shared.subarray(0, -3))
    expect(Buffer.compare(shared.subarray(0, -3), large())).toBe(0)
  })

  test('gives large texts back as views of one memory, and the same texts', async () => {
    const { figure } = await open({}).readSubmission(
      bodyOf({ data: [{ x: numbers }], layout: { meta: numbers }, frames: [{ data: [{ x: numbers }] }] }),
    )
    const [data, layout, frames] = [figure.data, figure.layout, figure.frames as Buffer]
    expect([data, layout, frames].map(Buffer.isBuffer)).toEqual([true, true, true])
    expect((data as Buffer).buffer).toBe(frames.buffer)
    expect(String(data)).toBe(JSON.stringify([{ x: numbers }]))
    expect(JSON.parse(String(layout)).meta).toEqual(numbers)
    expect(String(frames)).toBe(JSON.stringify([{ data: [{ x: numbers }] }]))
  })

  test('carries errors over with code, status and every detail', async () => {
    const bad = bodyOf({ data: [{ type: 'scater' }, 1], layuot: 1 })
    const inline = await errorOf(() => open({}).readSubmission(bad))
    const threaded = await errorOf(() => open({ inlineBytes: 0 }).readSubmission(bad))
    expect(inline.details).toHaveLength(3)
    expect({ ...threaded, message: threaded.message }).toEqual({ ...inline, message: inline.message })
  })

  test('answers each of many at once', async () => {
    const { readSubmission } = open({ inlineBytes: 0 })
    const sent = Array.from({ length: 40 }, (_, i) => `[{"x":[${i}]}]`)
    const got = await Promise.all(sent.map(data => readSubmission(Buffer.from(`{"data":${data}}`))))
    expect(got.map(({ figure }) => figure.data)).toEqual(sent)
  })

  test('refuses what would have to wait beyond its bound', async () => {
    const { readSubmission } = open({ inlineBytes: 0, threads: 1, waitingBytes: large().length * 2 })
    // The first is being checked, two wait.
    const accepted = Promise.all([1, 2, 3].map(() => readSubmission(large())))
    expect(await errorOf(() => readSubmission(large()))).toMatchObject({ code: 'unavailable', status: 503 })
    await accepted
    await readSubmission(large())
  })

  test('gives up at its deadline and works on with a new thread', async () => {
    // The deadline passes at once, before the thread is done, and not while another starts on a busy machine.
    jest.useFakeTimers()
    try {
      const { readSubmission } = open({ inlineBytes: 0, threads: 1, deadlineMs: 10_000 })
      const late = errorOf(() => readSubmission(new Uint8Array(40_000_000).fill(0x5b)))
      jest.advanceTimersByTime(10_000)
      expect(await late).toMatchObject({ code: 'unavailable', status: 503 })
      expect(await readSubmission(bodyOf({ data: [] }))).toMatchObject({ figure: { data: '[]' } })
    } finally {
      jest.useRealTimers()
    }
  })

  test('tells what is under way when it closes', async () => {
    const { readSubmission, close } = open({ inlineBytes: 0, threads: 1 })
    const results = [readSubmission(large()), readSubmission(large())].map(result => errorOf(() => result))
    await close()
    for (const error of await Promise.all(results)) expect(error.code).toBe('unavailable')
  })
})
