/** The addresses of pages and files under {plot_url}: `/:graph_id`, with `@` and a version, and with an extension. */

import { idShape, parseGraphId } from '../../domain/ids.ts'
import { fileFormats, formatNamed } from '../../domain/image/formats.ts'
import { AppError, graphNotFound, invalidParameter } from '../../errors/errors.ts'
import type { NamedVersion } from '../../http/representations/newest.ts'
import { parseVersion, versionIn } from '../../http/representations/versions.ts'

const fileEndings: readonly string[] = [...fileFormats, 'json', 'csv']

/** Parses a file name under {plot_url}: an id with an optional version and extension. */
function parseFileName(name: string): NamedVersion & { readonly extension: string | null } {
  const [, graphId = '', number, extension = null] = /^([^.@]*)(?:@([^.]*))?(?:\.(.*))?$/s.exec(name) ?? []
  const version = number === undefined ? undefined : parseVersion(number)
  const id = parseGraphId(graphId)
  if (id === null) throw graphNotFound(name, idShape)
  if (version === null) throw noSuchVersion(number ?? '')
  if (extension !== null && !fileEndings.includes(extension)) throw noSuchFormat(extension)
  return { graphId: id, version, extension }
}

/**
 * Parses a file name with the query behind it. APIs name a version by `?version=`, so it is understood here as well. Throws
 * `invalid_parameter` if both name one.
 */
export function parseFileAddress(name: string, query: URLSearchParams): ReturnType<typeof parseFileName> {
  const named = parseFileName(name)
  const version = versionIn(query)
  if (version === undefined) return named
  if (named.version === undefined) return { ...named, version }
  throw invalidParameter('version', 'the address names a version already, after the @; leave one of them out')
}

/** The canonical name of a file with an aliased or upper-case extension; null if the name is canonical. */
export function ownFileName(name: string): string | null {
  const [, stem = '', extension = ''] = /^([\w-]{21}(?:@\d+)?)\.(\w{1,9})$/.exec(name) ?? []
  const ending = formatNamed(extension) ?? fileEndings.find(each => each === extension.toLowerCase())
  return ending === undefined || ending === extension ? null : `${stem}.${ending}`
}

/** A file that no graph has. Programs get the code of every file that is not there, and people the way to the graph. */
export class FileNotFound extends AppError {
  constructor(message: string) {
    super('graph_not_found', message)
  }
}

const noSuchVersion = (given: string) =>
  new FileNotFound(
    `there is no version ${JSON.stringify(given.slice(0, 40))}: after the @ comes the number of a version`,
  )

function noSuchFormat(extension: string): FileNotFound {
  const endings = fileEndings.map(each => `.${each}`).join(', ')
  return new FileNotFound(`a graph has no file .${extension.slice(0, 40)}; its files are ${endings}`)
}
