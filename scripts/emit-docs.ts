/** Writes the pages of docs/ that are made from tables (`npm run emit`). */

import { writeFileSync } from 'node:fs'
import { configurationPage } from './configuration-page.ts'
import { errorsPage } from './errors-page.ts'

const write = (name: string, text: string) => writeFileSync(new URL(`../docs/${name}`, import.meta.url), text)

write('configuration.md', configurationPage())
write('errors.md', errorsPage())
