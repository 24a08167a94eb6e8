/** The GraphQL server: yoga with its plugins, in the order in which they run. */

import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST, type parse } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { invalidQuery } from '../../errors/errors.ts'
import type { Context } from './context.ts'
import type { Documents } from './documents.ts'
import { presentError, withStatus } from './errors.ts'
import { writeJson, writeWithPlaceholders } from './json.ts'
import { costOf, maxBatch } from './limits.ts'
import { createPersistedQueries } from './persisted-queries.ts'
import { variablesOf } from './request.ts'
import { schema } from './schema.ts'
import { variablesRefused } from './variables.ts'

/** The context of a request: that of resolvers, and the operations that the route has read. */
export interface ServerContext extends Context {
  readonly operations: unknown
}

type YogaPlugin = Plugin<object, ServerContext, Context>

export function createYogaServer(documents: Documents) {
  return createYoga<ServerContext, Context>({
    schema,
    // Our HTTP server handles each of these.
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    maxRequestBodySize: false,
    logging: false,
    batching: { limit: maxBatch },
    maskedErrors: false,
    parserAndValidationCache: false,
    plugins: [takeOperations, resolvePersisted(), readDocuments(documents), limitCost, presentResults()],
  })
}

/** Passes on the operations that the route has read, instead of yoga's own parsers. */
const takeOperations: YogaPlugin = {
  onRequestParse({ serverContext, setRequestParser }) {
    setRequestParser(() => serverContext.operations as never)
  },
}

/** Resolves persisted queries. */
function resolvePersisted(): YogaPlugin {
  const persisted = createPersistedQueries()
  return {
    onParams({ params, setParams }) {
      if (params?.extensions) setParams({ ...params, query: persisted(params.query, params.extensions) })
    },
  }
}

/** Parses and validates documents within the limits, using the cache. */
const readDocuments = (documents: Documents): YogaPlugin => ({
  onParse({ context, setParseFn }) {
    const parseWithinLimits = (source: string): DocumentNode => {
      // Yoga's type contains only its own properties.
      const { isKnown } = context as unknown as Context
      const read = documents.read(source, isKnown)
      if ('refusal' in read) throw read.refusal
      errorsOf.set(read.document, read.errors)
      return read.document
    }
    setParseFn(parseWithinLimits as typeof parse)
  },
  onValidate({ params: { documentAST }, setResult }) {
    setResult(errorsOf.get(documentAST) ?? [])
  },
})

const errorsOf = new WeakMap<DocumentNode, readonly GraphQLError[]>()

interface Execution {
  readonly args: {
    readonly document: DocumentNode
    readonly operationName?: string | null
    variableValues?: Record<string, unknown> | null
    readonly contextValue?: unknown
  }
  readonly setResultAndStopExecution: (result: ExecutionResult) => void
}

interface Executed {
  readonly result: object
  readonly setResult: (result: never) => void
}

/** Reads the variables and returns the cost. Refuses variables that do not fit and operations that cost too much. */
function admit({ args, setResultAndStopExecution }: Execution): number | Promise<void> {
  const { document, operationName, contextValue } = args
  const context = contextValue as Context
  const operation = getOperationAST(document, operationName)
  // There is no operation with that name, which execution reports.
  if (!operation) return 0
  const stop = (error: unknown) => setResultAndStopExecution({ errors: [error as GraphQLError] })
  let variables: Record<string, unknown> = {}
  try {
    variables = variablesOf(args.variableValues, operation)
    args.variableValues = variables
    return costOf(document, operation, variables, context)
  } catch (error) {
    if (!(error instanceof GraphQLError)) return Promise.resolve(stop(error))
    return variablesRefused(error, operation, variables, context).then(stop, stop)
  }
}

const limitCost: YogaPlugin = {
  onExecute(execution) {
    const cost = admit(execution)
    if (typeof cost !== 'number') return cost
    return {
      onExecuteDone({ result, setResult }: Executed) {
        if (!(Symbol.asyncIterator in result)) setResult({ ...result, extensions: { cost } } as never)
      },
    }
  },
  onSubscribe(execution) {
    const cost = admit(execution)
    return typeof cost === 'number' ? undefined : cost
  },
}

/** Presents and serialises all results and errors. */
const presentResults = (): YogaPlugin => {
  const present = <R extends object>(result: R, context: Context, write: (value: unknown) => string): R => {
    const errors = 'errors' in result ? (result.errors as readonly unknown[] | undefined) : undefined
    return {
      ...result,
      ...(errors ? { errors: errors.map(error => presentError(error, context.log)) } : {}),
      stringify: ({ data, errors, extensions }: Record<string, unknown>) =>
        write({ errors, data, extensions }),
    }
  }
  return {
    onResultProcess({ result, setResult, serverContext }) {
      const { texts } = serverContext.answer
      const presentHere = <R extends { errors?: readonly GraphQLError[] }>(each: R) => {
        const presented = present(each, serverContext, value => writeWithPlaceholders(value, texts))
        return 'data' in presented ? presented : { ...presented, errors: presented.errors?.map(withStatus) }
      }
      if (Array.isArray(result)) setResult(result.map(each => presentHere(answerAlone(each))))
      else if (Symbol.asyncIterator in result)
        setResult(
          presentEach(result as AsyncIterable<object>, each => present(each, serverContext, writeJson)),
        )
      else setResult(presentHere(result))
    },
  }
}

/** Refuses subscriptions in a batch, because each of its operations has exactly one answer. */
function answerAlone(result: object): object {
  if (!(Symbol.asyncIterator in result)) return result
  void (result as AsyncGenerator).return?.(undefined)
  return { errors: [invalidQuery('a subscription cannot be one of several operations; ask for it alone')] }
}

async function* presentEach<R extends object>(results: AsyncIterable<R>, present: (result: R) => R) {
  for await (const result of results) yield present(result)
}
