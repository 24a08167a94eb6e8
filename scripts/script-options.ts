/** The command line of a script here, whose usage is the comment at its head. */

import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** As `parseArgs` reads it. Ends the process after the usage: with 0 for `--help`, with 2 for what cannot be read. */
export function scriptOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes('--help')) exitWithUsage()
  try {
    return parseArgs(config)
  } catch (error) {
    return exitWithUsage((error as Error).message)
  }
}

/** The folder that a script is given first. */
export function requireFolder([folder]: readonly string[]): string {
  return folder ?? exitWithUsage('name a folder of figures')
}

function exitWithUsage(fault?: string): never {
  const [, head = ''] = /^\/\*\*\n(.*?)\n \*\//s.exec(readFileSync(process.argv[1]!, 'utf8')) ?? []
  const usage = `${head.replaceAll(/^ \* ?/gm, '')}\n`
  if (fault === undefined) process.stdout.write(usage)
  else process.stderr.write(`${fault}\n\n${usage}`)
  process.exit(fault === undefined ? 0 : 2)
}
