/** Charts a second: every contender in turn, round after round, so that a noisy minute is everybody's. */

import { firstLineOf } from '../../src/errors/cause.ts'
import { processorTime } from '../service/usage.ts'
import type { Running } from './contenders/contender.ts'
import { contenders } from './contenders.ts'
import { type Measurement, median, type Row } from './measure.ts'

const rounds = 5
const seconds = 4
const warmUp = 3

export async function measureCharts(): Promise<Measurement> {
  const missing: string[] = []
  const running: { name: string; goal?: number; own: Running; rates: number[]; costs: number[] }[] = []
  try {
    for (const [at, { name, goal, open }] of contenders.entries()) {
      try {
        running.push({ name, goal, own: await open(), rates: [], costs: [] })
      } catch (error) {
        if (at === 0) throw error
        missing.push(`${name}: ${firstLineOf(error)}`)
      }
    }
    // Code that runs often is compiled meanwhile, everybody's.
    for (const { own } of running) await own.round(warmUp)
    for (let round = 0; round < rounds; round++) {
      for (const { own, rates, costs } of running) {
        const [before, begun] = [processorTime(), performance.now()]
        const rate = await own.round(seconds)
        rates.push(rate)
        if (before !== null) {
          const drawn = (rate * (performance.now() - begun)) / 1000
          costs.push((processorTime()! - before) / drawn)
        }
      }
    }
  } finally {
    for (const { own } of running) await own.close()
  }

  const [ours, ...others] = running.map(each => ({ ...each, rate: median(each.rates) }))
  const rows: Row[] = [{ what: ours!.name, value: ours!.rate, unit: 'charts/s' }]
  for (const { name, rate, goal, rates } of others) {
    // The median of the ratios of each round: both saw the same noise.
    const times = median(rates.map((each, round) => ours!.rates[round]! / each))
    rows.push({ what: name, value: rate, unit: 'charts/s' })
    rows.push({ what: `Plotgate, times ${name}`, value: times, unit: '×', goal: `≥ ${goal}` })
  }
  for (const { name, costs } of running) {
    if (costs.length === 0) continue
    rows.push({ what: `${name}: processor time`, value: median(costs), unit: 'ms/chart' })
  }
  return { name: 'charts', rows, missing }
}
