/** The browser as a process: its pipes, its last messages, and how it ended. */

import { spawn } from 'node:child_process'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { type BrowserPipe, createBrowserPipe } from './browser-pipe.ts'

export interface BrowserProcess {
  /** 0 if it could not be started at all. */
  readonly pid: number
  readonly pipe: BrowserPipe
  /** The last lines of its standard error. */
  lastMessages(): string
  /** Resolves once it has ended: an exit code, a signal, or why it could not be started. */
  readonly ended: Promise<string>
  /** Kills all of its processes at once. May be called again. */
  kill(): void
}

type Pipes = readonly [
  input: null,
  output: null,
  errors: Readable,
  toBrowser: Writable,
  fromBrowser: Readable,
]

const closedPipe = () => new PassThrough().destroy()
const closedPipes = (): Pipes => [null, null, closedPipe(), closedPipe(), closedPipe()]

const keptLines = 5
const keptChars = 500

/** Never throws: a process that could not be started counts as one that has ended. */
export function startProcess(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): BrowserProcess {
  const [program = '', ...args] = command
  // The browser ends itself when the pipes close, which they do when this process is killed. It leads a process group
  // of its own, so that the whole group can be killed.
  const child = spawn(program, args, {
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  // As `stdio` above requests; the types of `spawn` do not express it, nor that there are none if no more files can be opened.
  const [, , errors, toBrowser, fromBrowser] = (child.stdio ?? closedPipes()) as unknown as Pipes
  return {
    pid: child.pid ?? 0,
    pipe: createBrowserPipe(toBrowser, fromBrowser),
    lastMessages: keepLastMessages(errors),
    ended,
    kill: () => killGroup(child.pid),
  }
}

function keepLastMessages(errors: Readable): () => string {
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
      // It has ended already.
    }
  }
}
