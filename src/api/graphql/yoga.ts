/** The GraphQL engine: yoga with every plugin in the order in which an operation meets it. */

import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST, type parse } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { invalidQuery } from '../../errors/errors.ts'
import type { Context } from './context.ts'
import { createPersistedQueries, type Documents } from './documents.ts'
import { presentError, withStatus } from './errors.ts'
import { writeJson, writeWithPlaces } from './json.ts'
import { costOf, maxBatch } from './limits.ts'
import { variablesOf } from './request.ts'
import { schema } from './schema.ts'
import { variablesRefused } from './variables.ts'

/** What the route gives for each request: the context of resolvers, and the operations it has read already. */
export interface ServerContext extends Context {
  readonly operations: unknown
}

type YogaPlugin = Plugin<object, ServerContext, Context>

export function createYogaServer(documents: Documents) {
  return createYoga<ServerContext, Context>({
    schema,
    // The HTTP server has its own ways for each of these.
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

/** The body was read, inflated and bounded before: yoga's own parsers are not asked. */
const takeOperations: YogaPlugin = {
  onRequestParse({ serverContext, setRequestParser }) {
    setRequestParser(() => serverContext.operations as never)
  },
}

/** The text behind a persisted query's hash. */
function resolvePersisted(): YogaPlugin {
  const persisted = createPersistedQueries()
  return {
    onParams({ params, setParams }) {
      if (params?.extensions) setParams({ ...params, query: persisted(params.query, params.extensions) })
    },
  }
}

/** Parsed and validated within limits, together and once. */
const readDocuments = (documents: Documents): YogaPlugin => ({
  onParse({ context, setParseFn }) {
    const parseWithinLimits = (source: string): DocumentNode => {
      // Yoga's type tells only what it has added itself.
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

/** Reads the variables; refuses those that do not fit, and what costs too much; gives the cost of the rest. */
function admit({ args, setResultAndStopExecution }: Execution): number | Promise<void> {
  const { document, operationName, contextValue } = args
  const context = contextValue as Context
  const operation = getOperationAST(document, operationName)
  // None of that name: executing says so.
  if (!operation) return 0
  const stop = (error: unknown) => setResultAndStopExecution({ errors: [error as GraphQLError] })
  let variables: Record<string, unknown> = {}
  try {
    variables = variablesOf(args.variableValues, operation)
    args.variableValues = variables
    return costOf(schema, document, operation, variables, context)
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

/** Every result of every operation, and every error before one: presented and written here. */
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
        const presented = present(each, serverContext, value => writeWithPlaces(value, texts))
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

/** One of several operations has one answer; what would be followed is given up before it begins. */
function answerAlone(result: object): object {
  if (!(Symbol.asyncIterator in result)) return result
  void (result as AsyncGenerator).return?.(undefined)
  return { errors: [invalidQuery('a subscription cannot be one of several operations; ask for it alone')] }
}

async function* presentEach<R extends object>(results: AsyncIterable<R>, present: (result: R) => R) {
  for await (const result of results) yield present(result)
}
