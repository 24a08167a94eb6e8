/**
 * `npm run linear-patterns`: analyses every regular expression of `src` again, and writes those whose time is linear in
 * the length of a text to test/architecture/linear-patterns.json, which saves their test minutes. Prints the others.
 */

import { writeFileSync } from 'node:fs'
import { madeAtRunTime, patternsOfSources, slownessOf } from './linear-patterns/patterns.ts'
import { scriptOptions } from './script-options.ts'

scriptOptions()

const texts = [...new Set(patternsOfSources().map(({ text }) => text))].filter(text => text !== madeAtRunTime)
const linear: string[] = []
for (const text of texts.sort()) {
  const slowness = await slownessOf(text)
  if (slowness === null) linear.push(text)
  else process.stdout.write(`${text}\n  ${slowness}\n`)
}
const file = new URL('../test/architecture/linear-patterns.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(linear, null, 2)}\n`)
process.stdout.write(
  `${linear.length} of ${texts.length} patterns take time that grows with a text's length alone\n`,
)
