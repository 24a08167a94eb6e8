/** One process of the cluster: started, killed, stopped for a while, replaced. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

export interface Member {
  readonly name: string
  /** Resolves once it answers. */
  start(): Promise<void>
  /** Ends it at once, and starts it again. */
  kill(): Promise<void>
  /** Stands still for so long, and goes on. */
  suspend(ms: number): Promise<void>
  /** Ends it in order and starts the next: resolves with its exit code once that answers. */
  replace(): Promise<number | null>
  end(): Promise<void>
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Resolves when it answers. */
  readonly answers: () => Promise<boolean>
  readonly onLine?: (line: string) => void
}

/** Nobody is left behind by a run that is broken off. */
const living = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

const startMs = 120_000
const endMs = 20_000

export function createMember(name: string, command: Command): Member {
  let child: ChildProcess | null = null
  let begun = ''
  let said = ''

  function hear(text: string): void {
    const lines = (begun + text).split('\n')
    begun = lines.pop()?.slice(-10_000) ?? ''
    for (const line of lines) command.onLine?.(line)
    said = (said + text).slice(-1_000)
  }

  async function start(): Promise<void> {
    const { program, args, env } = command
    const started = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    living.add(started)
    started.once('exit', () => living.delete(started))
    started.stderr.setEncoding('utf8').on('data', hear)
    for (const until = performance.now() + startMs; !(await command.answers()); await pause(200)) {
      if (started.exitCode !== null) throw new Error(`${name} ended with ${started.exitCode}: ${said}`)
      if (performance.now() > until) throw new Error(`${name} did not answer in time: ${said}`)
    }
  }

  /** As a supervisor does: what cannot start now, since the store is away, is started again. */
  async function supervise(): Promise<void> {
    for (const until = performance.now() + startMs; ; await pause(1_000)) {
      try {
        return await start()
      } catch (error) {
        if (performance.now() > until) throw error
      }
    }
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    const gone = once(ending, 'exit')
    ending.kill(signal)
    const late = setTimeout(() => ending.kill('SIGKILL'), endMs)
    await gone
    clearTimeout(late)
    return ending.exitCode
  }

  return {
    name,
    start,
    async kill() {
      await end('SIGKILL')
      await supervise()
    },
    async suspend(ms) {
      const stopped = child
      stopped?.kill('SIGSTOP')
      await pause(ms)
      stopped?.kill('SIGCONT')
    },
    async replace() {
      const code = await end('SIGTERM')
      await start()
      return code
    },
    async end() {
      child?.kill('SIGCONT')
      await end('SIGTERM')
    },
  }
}
