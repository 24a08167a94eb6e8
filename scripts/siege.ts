/**
 * Attacks a service of its own, one attack after the other, beside a polite client. Prints the answers and latencies of
 * that client, the service's memory, and how long it took to become normal again.
 * Usage: npm run siege -- [attack …] [--seconds 30] [--rest 20]
 */

import { scriptOptions } from './script-options.ts'
import { attacks } from './siege/attacks.ts'
import { besiege } from './siege/siege.ts'

const { values, words } = scriptOptions({
  words: Object.keys(attacks),
  options: {
    seconds: { type: 'number', default: 30 },
    // Seconds after each attack, before the memory is measured again.
    rest: { type: 'number', default: 20 },
  },
})
const names = words.length > 0 ? words : Object.keys(attacks)
process.stdout.write(
  `${'attack'.padEnd(22)}${['asked', 'failed', 'p50 ms', 'p99 ms', 'peak MiB', 'after MiB', 'rested MiB', 'normal ms'].map(head => head.padStart(11)).join('')}\n`,
)
await besiege(names, { seconds: values.seconds, restSeconds: values.rest }, siege => {
  const { attack, asked, failed, p50Ms, p99Ms, peakMiB, afterMiB, restedMiB, toNormalMs } = siege
  const cells = [
    asked,
    failed,
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    peakMiB ?? '?',
    afterMiB ?? '?',
    restedMiB ?? '?',
  ]
  process.stdout.write(
    `${attack.padEnd(22)}${[...cells, toNormalMs.toFixed(0)].map(cell => String(cell).padStart(11)).join('')}\n`,
  )
})
