/** The curl command of an operation, with the key in `PLOTGATE_KEY` and the id of a graph in `ID`. */

import type { Call, Operation, Parameter } from './document.ts'

/** Example values of parameters, which the shell fills in. */
type Samples = Readonly<Record<string, string>>

export function curlOf({ method, path, operation }: Call, server: string): string {
  const samples: Samples = {
    graph_id: '$ID',
    format: 'png',
    url: `${server}${path.slice(0, path.lastIndexOf('/'))}/$ID`,
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => samples[name] ?? name)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${server}${filled}${queryOf(samples, operation.parameters)}"`,
  ]
  const file = fileOf(path, operation)
  if (file) parts.push(`-o ${file}`)
  if ((operation.security ?? [{}]).length > 0) parts.push('-H "Authorization: Bearer $PLOTGATE_KEY"')
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type && media) {
    parts.push(`-H "Content-Type: ${type}"`)
    // Escapes single quotes for the shell.
    parts.push(`-d '${JSON.stringify(media.example ?? {}).replaceAll("'", "'\\''")}'`)
  }
  return parts.join(' \\\n  ')
}

/** The file that an answer which is not to be read on a terminal is written to. */
function fileOf(path: string, { responses }: Operation): string | null {
  if (path.endsWith('.html')) return 'chart.html'
  const types = Object.keys(responses[200]?.content ?? {})
  return types.some(type => /^image\/(?!svg)|pdf/.test(type)) ? 'chart.png' : null
}

const queryOf = (samples: Samples, parameters: readonly Parameter[] = []): string => {
  const needed = parameters.filter(each => each.in === 'query' && each.required)
  return needed.length === 0 ? '' : `?${needed.map(({ name }) => `${name}=${samples[name] ?? ''}`).join('&')}`
}
