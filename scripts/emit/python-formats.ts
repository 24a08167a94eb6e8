/** Generates the Python client's list of formats from the service's table. */

import { fileFormats, formats } from '../../src/domain/image/formats.ts'

export const pythonFormatsFile = 'clients/python/src/plotgate/_formats.py'

const quoted = (text: string) => JSON.stringify(text)

export function pythonFormats(): string {
  const aliases = fileFormats.flatMap(format =>
    (formats[format].aliases ?? []).map(alias => `${quoted(alias)}: ${quoted(format)}`),
  )
  return `"""The formats of the service. Written by \`npm run emit\`."""

formats = (${fileFormats.map(quoted).join(', ')})
aliases = {${aliases.join(', ')}}
`
}
