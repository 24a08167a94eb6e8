/** The curl command of an operation, with the key in `PLOTGATE_KEY`. */

import type { Call, Operation, Parameter } from './document.ts'

/** Example values of path parameters. */
const samples: Readonly<Record<string, string>> = {
  graph_id: 'V1StGXR8_Z5jdHi6B-myT',
  format: 'png',
}

export function curlOf({ method, path, operation }: Call, server: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? name)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${server}${filled}${queryOf(operation.parameters)}"`,
  ]
  if (isFile(operation)) parts.push('-o chart.png')
  if ((operation.security ?? [{}]).length > 0) parts.push('-H "Authorization: Bearer $PLOTGATE_KEY"')
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type && media) {
    parts.push(`-H "Content-Type: ${type}"`)
    // Escapes single quotes for the shell.
    parts.push(`-d '${JSON.stringify(media.example ?? {}).replaceAll("'", "'\\''")}'`)
  }
  return parts.join(' \\\n  ')
}

/** Whether the answer is binary and must be written to a file. */
const isFile = ({ responses }: Operation): boolean =>
  Object.keys(responses[200]?.content ?? {}).some(type => /^image\/(?!svg)|pdf/.test(type))

const queryOf = (parameters: readonly Parameter[] = []): string => {
  const needed = parameters.filter(each => each.in === 'query' && each.required)
  return needed.length === 0 ? '' : `?${needed.map(({ name }) => `${name}=${samples[name] ?? ''}`).join('&')}`
}
