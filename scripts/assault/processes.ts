/** Memory of the service and of the browsers below it, in MiB. Linux only: elsewhere it is NaN and 0. */

import { processesBelow, proportionalMemoryOf, residentMemoryOf } from '../service/usage.ts'

export interface Memory {
  readonly server: number
  readonly browsers: number
}

export function memoryOf(pid: number): Memory {
  const browsers = [...processesBelow(pid)].map(each => proportionalMemoryOf(each) ?? 0)
  return {
    server: residentMemoryOf(pid) ?? Number.NaN,
    browsers: browsers.reduce((sum, each) => sum + each, 0),
  }
}
