/**
 * Describes every figure of a folder and checks the description against the data: `npm run describe -- [DIR]
 * [--words]`.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionFaults } from '../test/support/description-check.ts'
import { figureFolder, scriptOptions } from './script-options.ts'

const { values, words } = scriptOptions({ words: 'any', options: { words: { type: 'boolean' } } })
const { folder, names } = figureFolder(words, 'test/figures')
let wrong = 0
const start = performance.now()
for (const name of names) {
  const { words: description, faults } = descriptionFaults(readFileSync(join(folder, name)))
  if (values.words) console.log(`${name}\n  ${description}`)
  for (const fault of faults) console.log(`${name}: ${fault}\n  ${description}`)
  if (faults.length > 0) wrong++
}
const seconds = ((performance.now() - start) / 1000).toFixed(1)
console.log(`${names.length} figures described in ${seconds} s, ${wrong} of them wrongly`)
process.exitCode = wrong > 0 ? 1 : 0
