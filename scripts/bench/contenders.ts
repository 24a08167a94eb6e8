/** Who draws the reference figure: Plotgate over HTTP first, and the ways it is usually done. */

import { kaleido, pagePerJob } from './contenders/browsers.ts'
import type { Contender } from './contenders/contender.ts'
import { libraries } from './contenders/libraries.ts'
import { highcharts, plotgate } from './contenders/services.ts'

export const contenders: readonly Contender[] = [plotgate, pagePerJob, kaleido, highcharts, ...libraries]
