/** Computes how many warm pages a machine can run: one for each core, as far as memory allows. */

import { availableParallelism, totalmem } from 'node:os'

export interface Machine {
  readonly cores: number
  /** What this process and its browsers may use together, in bytes. */
  readonly memoryBytes: number
}

export interface Capacity {
  readonly workers: number
  /** Whether there is memory for one more page for a while: two pages seldom reach their peak at the same time. */
  readonly spare: boolean
  /** Whether there is memory for that page all the time. */
  readonly spareReady: boolean
  /** A sentence for the log. */
  readonly reason: string
  /** What may go wrong with this number of pages; null if nothing. */
  readonly warning: string | null
}

const mebibyte = 1024 * 1024
/** Measured over a mixture of figures, maps and 3d scenes among them (docs/decisions/memory-of-a-machine.md). */
const serviceBytes = 224 * mebibyte
const pageBytes = 448 * mebibyte

/** The machine, or the limits of the container. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory()
  const total = totalmem()
  return { cores: availableParallelism(), memoryBytes: limit > 0 && limit < total ? limit : total }
}

/** `given` is the number that the operator set; null computes it from the machine. */
export function renderCapacity(given: number | null, machine: Machine = thisMachine()): Capacity {
  const { cores, memoryBytes } = machine
  const fitting = Math.floor((memoryBytes - serviceBytes) / pageBytes)
  const workers = given ?? Math.max(1, Math.min(cores, fitting))
  const fits = `${cores} cores, and in ${inMebibytes(memoryBytes)} memory for ${Math.max(0, fitting)} pages of ${inMebibytes(pageBytes)} beside ${inMebibytes(serviceBytes)} for the service`
  return {
    workers,
    spareReady: fitting > workers,
    spare: memoryBytes >= serviceBytes + (workers + 0.5) * pageBytes,
    reason:
      given === null ? `RENDER_WORKERS is ${workers}: ${fits}` : `RENDER_WORKERS is ${workers}, as given`,
    warning: workers > fitting ? warn(workers, memoryBytes) : null,
  }
}

function warn(workers: number, memoryBytes: number): string {
  const needed = inMebibytes(serviceBytes + workers * pageBytes)
  return (
    `${inMebibytes(memoryBytes)} of memory is less than the ${needed} that ${workers} ` +
    `${workers === 1 ? 'page' : 'pages'} may need: heavy figures, maps and 3d scenes may fail`
  )
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / mebibyte)} MiB`
