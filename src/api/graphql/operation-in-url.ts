/** Reads an operation from the URL, for EventSource and caches. */

import { messageOf } from '../../errors/cause.ts'
import { invalidJson } from '../../errors/errors.ts'

/** GET requests may only read. */
export function operationInUrl(search: URLSearchParams): unknown {
  const json = (name: string) => {
    const text = search.get(name)
    return text === null ? undefined : parseJson(name, text)
  }
  return {
    query: search.get('query') ?? undefined,
    // An empty name stands for none (GraphQL over HTTP, "GET").
    operationName: search.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  }
}

function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidJson(`${place} is not JSON: ${messageOf(error)}`)
  }
}
