/** A progress bar on a terminal; otherwise only the messages. */

import type { WriteStream } from 'node:tty'

export interface Progress {
  /** Advances by one. */
  step(): void
  /** Prints a line above the bar. */
  say(line: string): void
  end(): void
}

const width = 30
const erase = '\r\x1b[K'

export function createProgress(total: number, out: WriteStream): Progress {
  const shown = out.isTTY === true
  const began = performance.now()
  let done = 0

  function draw(): void {
    if (!shown) return
    const full = Math.round((done / total) * width)
    const seconds = (performance.now() - began) / 1000
    const rate = done > 0 ? `  ${(done / seconds).toFixed(1)}/s` : ''
    out.write(`${erase}[${'█'.repeat(full)}${'·'.repeat(width - full)}] ${done}/${total}${rate}`)
  }

  draw()
  return {
    step() {
      done += 1
      draw()
    },
    say(line) {
      out.write(`${shown ? erase : ''}${line}\n`)
      draw()
    },
    end() {
      if (shown) out.write('\n')
    },
  }
}
