/** The command itself, as a user runs it: a process of its own. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** What `plotgate` runs. */
export const entry = join(import.meta.dirname, '..', '..', 'bin', 'plotgate.js')

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs to the end. `env` replaces the environment, but for what a process needs to start at all; `command` is another
 * copy of the command.
 */
export async function run(
  args: readonly string[],
  env: Record<string, string> = {},
  command = entry,
): Promise<Finished> {
  const child = start(args, env, command)
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  const code = await new Promise<number | null>(resolve => child.once('close', resolve))
  return { code, stdout: stdout.text, stderr: stderr.text }
}

export interface RunningServer {
  readonly child: ChildProcess
  readonly baseUrl: string
  /** All it printed until it answered. */
  readonly greeting: string
  readonly exited: Promise<number | null>
  /** What it has written to standard error until now. */
  stderr(): string
}

/** `plotgate serve` on a free port, once it has said that it answers; `command` as for `run`. */
export async function serve(env: Record<string, string>, command = entry): Promise<RunningServer> {
  const child = start(['serve'], { PORT: '0', LOG_LEVEL: 'warn', RENDER_NICE: '0', ...env }, command)
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const stderr = collect(child.stderr)
  const stdout = collect(child.stdout)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on(
      'data',
      () => /account\/link\/\S+\n|remove the file|answers at .*\n$/.test(stdout.text) && resolve(),
    )
    void exited.then(code => reject(new Error(`serve ended with ${code}: ${stderr.text}`)))
  })
  const baseUrl = /answers at (\S+)/.exec(stdout.text)?.[1] ?? ''
  return { child, baseUrl, greeting: stdout.text, exited, stderr: () => stderr.text }
}

export interface RunningWorker {
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
}

/** `plotgate worker`, at once: what waits in the queue it takes when it is ready. */
export function work(env: Record<string, string>): RunningWorker {
  const child = start(['worker'], { LOG_LEVEL: 'warn', ...env })
  child.stdout.resume()
  child.stderr.resume()
  return { child, exited: new Promise(resolve => child.once('close', resolve)) }
}

function start(args: readonly string[], env: Record<string, string>, command = entry) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return spawn(process.execPath, [command, ...args], {
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(stream: NodeJS.ReadableStream): { text: string } {
  const all = { text: '' }
  stream.on('data', chunk => {
    all.text += chunk
  })
  return all
}
