/** The browser as a process: its pipes, its last words, and how it ended. */

import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { type BrowserPipe, createBrowserPipe } from './browser-pipe.ts'

export interface BrowserProcess {
  /** 0 where it could not be started at all. */
  readonly pid: number
  readonly pipe: BrowserPipe
  /** Its last lines on standard error. */
  lastWords(): string
  /** How it ended, once it has: an exit code, a signal, or why it could not be started. */
  readonly ended: Promise<string>
  /** Ends every process of it at once; safe to call again. */
  kill(): void
}

const keptLines = 5
const keptChars = 500

/** Never throws: a process that cannot be had has ended. */
export function startProcess(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): BrowserProcess {
  const [program = '', ...args] = command
  // The browser ends itself when the pipes close: so it does when this process is killed outright. It leads a process
  // group of its own, which ends whole.
  const child = spawn(program, args, {
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  // As `stdio` above asks for, which the type of `spawn` does not tell.
  const [, , errors, toBrowser, fromBrowser] = child.stdio as unknown as [
    ...[null, null],
    ...[Readable, Writable, Readable],
  ]
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  return {
    pid: child.pid ?? 0,
    pipe: createBrowserPipe(toBrowser, fromBrowser),
    lastWords: keepLastWords(errors),
    ended,
    kill: () => killGroup(child.pid),
  }
}

function keepLastWords(errors: Readable): () => string {
  let lines: string[] = []
  errors.setEncoding('utf8').on('data', (chunk: string) => {
    lines = [...lines, ...chunk.split('\n').filter(line => line.trim() !== '')].slice(-keptLines)
  })
  return () => lines.join(' ').slice(-keptChars)
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
}
