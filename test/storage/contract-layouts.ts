import { expect, test } from '@jest/globals'
import { versionName } from '../../src/domain/graph/graph.ts'
import type { Backend } from './contract.ts'
import { first, sampleFigure, sampleRecord } from './samples.ts'

const templateOf = (word: string) =>
  `{"template":{"layout":{"font":{"family":"${`${word} é🙂 `.repeat(400)}"}}}`
const [old, current] = [templateOf('old'), templateOf('current')]

const figuresUnder = (template: string) => ({
  'nothing but the template': sampleFigure({ layout: `${template}}` }),
  'more after it': sampleFigure({ layout: `${template},"title":{"text":"Größe"}}`, frames: '[]' }),
  'a template that only begins like it': sampleFigure({ layout: `${template.slice(0, -3)}!"}}}` }),
  'none of it': sampleFigure(),
  'a large figure': sampleFigure({ data: `["${'x🙂'.repeat(90_000)}"]`, layout: `${template},"a":1}` }),
})

export function layoutsContract({ open, figureBytes }: Pick<Backend, 'open' | 'figureBytes'>): void {
  async function write(template: string) {
    const store = await open(template)
    const written = Object.entries(figuresUnder(template)).map(
      ([name, figure]) => [name, sampleRecord(), figure] as const,
    )
    await Promise.all(written.map(([, record, figure]) => store.graphs.insert(record, figure)))
    await store.close()
    return written
  }

  test.each([
    ['the same template', old],
    ['another template', current],
    ['none', undefined],
  ])('are read exactly by a store opened with %s', async (_, template) => {
    const written = await write(old)
    const store = await open(template)
    const all = await store.graphs.figures(written.map(([, record]) => record))
    for (const [name, { graphId }, figure] of written) {
      const one = await store.graphs.figure(graphId)
      for (const read of [one, all.get(versionName(first(graphId)))]) {
        // Not toEqual: a difference would print megabytes.
        const same =
          String(read?.data) === figure.data &&
          read?.layout === figure.layout &&
          read.frames === figure.frames
        expect(`${name}: ${same}`).toBe(`${name}: true`)
      }
    }
    await store.close()
  })

  test('are read by a store that is open while another begins to write with a new template', async () => {
    const store = await open(old)
    const [[, { graphId }, figure]] = (await write(current)) as [Awaited<ReturnType<typeof write>>[number]]
    expect(await store.graphs.figure(graphId)).toEqual(figure)
    await store.close()
  })

  test('keep nothing of the beginning with each figure', async () => {
    const [first, second] = await write(old)
    expect(first && (await figureBytes(first[1].graphId))).toBe(first && first[2].data.length + 1)
    expect(second && (await figureBytes(second[1].graphId))).toBeLessThan(100)
  })
}
