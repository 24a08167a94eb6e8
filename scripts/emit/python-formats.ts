/** Generates the Python client's lists of formats and of keys that are ignored from the service's tables. */

import { ignoredKeys } from '../../src/domain/figure/check/top-level.ts'
import { fileFormats, formats } from '../../src/domain/image/formats.ts'

export const pythonFormatsFile = 'clients/python/src/plotgate/_formats.py'

const quoted = (text: string) => JSON.stringify(text)

export function pythonFormats(): string {
  const aliases = fileFormats.flatMap(format =>
    (formats[format].aliases ?? []).map(alias => `${quoted(alias)}: ${quoted(format)}`),
  )
  return `"""The formats of the service, and the keys of figures that it ignores. Written by \`npm run emit\`."""

formats = (${fileFormats.map(quoted).join(', ')})
aliases = {${aliases.join(', ')}}
ignored_keys = (
${ignoredKeys.map(key => `    ${quoted(key)},`).join('\n')}
)
`
}
