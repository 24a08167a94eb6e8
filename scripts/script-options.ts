/** Parses the command line of a script, whose usage is the comment at its head. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { messageOf } from '../src/errors/cause.ts'

/** A `pattern` is a regular expression, which matches everything by default. */
interface Option {
  readonly type: 'boolean' | 'number' | 'pattern' | 'string'
  readonly default?: boolean | number | string
}

interface Values {
  readonly boolean: boolean
  readonly number: number
  readonly pattern: RegExp
  readonly string: string
}

/** A boolean and a pattern always have a value; others have one if they are given or have a default. */
type ValuesOf<Options extends Readonly<Record<string, Option>>> = {
  readonly [Name in keyof Options]:
    | Values[Options[Name]['type']]
    | (Options[Name] extends { type: 'boolean' | 'pattern' } | { default: NonNullable<unknown> }
        ? never
        : undefined)
}

interface CommandLine<Options extends Readonly<Record<string, Option>>> {
  readonly options?: Options
  /** The words that it accepts beside its options: any, or those of a list. By default none. */
  readonly words?: 'any' | readonly string[]
  /** Default: those of the process. */
  readonly args?: string[]
}

/**
 * The options of the script. Prints the usage and exits: with 0 for `--help`, and with 2 for an unknown option or word,
 * a number that is missing or negative, or an invalid pattern. `--no-` before its name negates a boolean.
 */
export function scriptOptions<const Options extends Readonly<Record<string, Option>>>({
  options,
  words,
  args = process.argv.slice(2),
}: CommandLine<Options> = {}): { readonly values: ValuesOf<Options>; readonly words: readonly string[] } {
  if (args.includes('--help')) exitWithUsage()
  const kinds = Object.entries(options ?? {})
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      allowNegative: true,
      allowPositionals: words !== undefined,
      options: Object.fromEntries(
        kinds.map(([name, { type }]) => [name, { type: type === 'boolean' ? type : 'string' }]),
      ),
    }),
  )
  const unknown = positionals.find(word => typeof words === 'object' && !words.includes(word))
  if (unknown !== undefined) exitWithUsage(`there is no ${unknown}, but ${[...(words ?? [])].join(', ')}`)
  return {
    values: Object.fromEntries(
      kinds.map(([name, option]) => [name, read(name, option, values[name] ?? option.default)]),
    ) as ValuesOf<Options>,
    words: positionals,
  }
}

function read(name: string, { type }: Option, given: unknown): unknown {
  if (type === 'boolean') return given ?? false
  if (type === 'pattern') return parsed(() => new RegExp(String(given ?? '')))
  if (type === 'string' || given === undefined) return given
  const number = given === '' ? Number.NaN : Number(given)
  if (!(number >= 0)) exitWithUsage(`--${name} is a number of at least 0, not ${given}`)
  return number
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    return exitWithUsage(messageOf(error))
  }
}

/** The figures of a folder, which is the only word of the command line or a default. Exits like `scriptOptions`. */
export function figureFolder(
  [given, ...more]: readonly string[],
  byDefault?: string,
): { readonly folder: string; readonly names: readonly string[] } {
  const folder = given ?? byDefault
  if (folder === undefined || more.length > 0) return exitWithUsage('name one folder of figures')
  const names = existsSync(folder) ? parsed(() => readdirSync(folder)) : []
  const figures = names.filter(name => name.endsWith('.json')).sort()
  return figures.length > 0
    ? { folder, names: figures }
    : exitWithUsage(`${folder} has no figures, which are files of .json`)
}

/** That many items at equal distances: of files in order of their names, figures of every kind. */
export function evenlySpread<T>(all: readonly T[], count: number): readonly T[] {
  const length = Math.min(count, all.length)
  return Array.from({ length }, (_, at) => all[Math.floor((at * all.length) / length)]!)
}

/** Exits with 2 after a fault, which is printed before the usage; else with 0. */
export function exitWithUsage(fault?: string): never {
  const [, head = ''] = /^\/\*\*[ \n](.*?)\s*\*\//s.exec(readFileSync(process.argv[1]!, 'utf8')) ?? []
  const usage = `${head.replaceAll(/^ \* ?/gm, '')}\n`
  if (fault === undefined) process.stdout.write(usage)
  else process.stderr.write(`${fault}\n\n${usage}`)
  process.exit(fault === undefined ? 0 : 2)
}
