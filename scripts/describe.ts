/** Describes every figure of a folder and checks the words against its data: `npm run describe -- FOLDER [--words]`. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { descriptionFaults } from '../test/support/description-check.ts'

const [folder = 'test/figures', option] = process.argv.slice(2)
const names = globSync('*.json', { cwd: folder }).sort()
let wrong = 0
const start = performance.now()
for (const name of names) {
  const { words, faults } = descriptionFaults(readFileSync(join(folder, name)))
  if (option === '--words') console.log(`${name}\n  ${words}`)
  for (const fault of faults) console.log(`${name}: ${fault}\n  ${words}`)
  if (faults.length > 0) wrong++
}
const seconds = ((performance.now() - start) / 1000).toFixed(1)
console.log(`${names.length} figures described in ${seconds} s, ${wrong} of them wrongly`)
process.exitCode = wrong > 0 || names.length === 0 ? 1 : 0
