/** A typed client of Plotgate's GraphQL in forty lines, over `fetch` alone. Its types come from `generated.ts`. */

import type { TypedDocumentString } from './generated.ts'

export interface ClientOptions {
  /** Such as `http://127.0.0.1:3000/graphql`. */
  readonly url: string
  /** Needed to create, list and delete. */
  readonly apiKey?: string
}

/** The errors of an answer; `code` is that of the first, as over REST. */
export class GraphqlError extends Error {
  readonly code: string
  readonly errors: readonly { message: string; extensions?: { code?: string; details?: unknown } }[]

  constructor(errors: GraphqlError['errors']) {
    super(errors.map(error => error.message).join('; '))
    this.errors = errors
    this.code = errors[0]?.extensions?.code ?? 'unknown'
  }
}

export function createClient({ url, apiKey }: ClientOptions) {
  const send = (accept: string, query: string, variables: unknown) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: accept,
        ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
    })

  return {
    async ask<Result, Variables>(
      document: TypedDocumentString<Result, Variables>,
      variables: Variables,
    ): Promise<Result> {
      const response = await send('application/json', document.toString(), variables)
      const { data, errors } = await response.json()
      if (errors) throw new GraphqlError(errors)
      return data
    },

    /** Each result of a subscription, as it comes, over server-sent events. */
    async *follow<Result, Variables>(
      document: TypedDocumentString<Result, Variables>,
      variables: Variables,
    ): AsyncGenerator<Result, void, undefined> {
      const response = await send('text/event-stream', document.toString(), variables)
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = (text + chunk).split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) {
          const [, json] = /^event: next\ndata: (.*)$/m.exec(event) ?? []
          if (!json) continue
          const { data, errors } = JSON.parse(json)
          if (errors) throw new GraphqlError(errors)
          yield data
        }
      }
    },
  }
}
