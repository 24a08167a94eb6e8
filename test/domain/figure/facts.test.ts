/** What pages know of a figure, read from its texts. */

import { expect, test } from '@jest/globals'
import { describeFigure } from '../../../src/domain/figure/describe/describe.ts'
import { factsOf } from '../../../src/domain/figure/facts.ts'
import { traitsOf } from '../../../src/plotly/figure-traits.ts'

const data = '[{"type":"bar","name":"é","y":[1]}]'
const layout = '{"title":"Ж"}'
const frames = '[{"data":[{"name":"א"}]}]'

test.each([
  [null, ['cyrillic', 'latin']],
  [frames, ['cyrillic', 'hebrew', 'latin']],
])('the facts of a figure with the frames %s', (ownFrames, subsets) => {
  const texts = [data, layout, ...(ownFrames === null ? [] : [ownFrames])]
  const ends = texts.map((_, i) => Buffer.byteLength(texts.slice(0, i + 1).join('')))
  const bytes = Buffer.from(texts.join(''))
  const figure = { data, layout, frames: ownFrames }
  const facts = factsOf(bytes, { traceTypes: ['bar'], ends })
  expect(facts).toMatchObject({
    traits: traitsOf(figure, ['bar']),
    description: describeFigure(figure),
    bytes: bytes.length,
  })
  expect(facts.fonts.subsets.toSorted()).toEqual(subsets)
})
