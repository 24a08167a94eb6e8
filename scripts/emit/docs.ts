/** Generates the pages of docs/, and the list of the Python client, that come from tables. */

import { writeFileSync } from 'node:fs'
import { configurationPage } from './configuration-page.ts'
import { errorsPage } from './errors-page.ts'
import { pythonFormats, pythonFormatsFile } from './python-formats.ts'

const write = (path: string, text: string) => writeFileSync(new URL(`../../${path}`, import.meta.url), text)

write('docs/configuration.md', configurationPage())
write('docs/errors.md', errorsPage())
write(pythonFormatsFile, pythonFormats())
