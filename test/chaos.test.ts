/** A short form of `npm run chaos`: nothing is lost, whatever ends. No times are asked of a busy machine. */

import { spawnSync } from 'node:child_process'
import { describe, expect, test } from '@jest/globals'
import { noStore } from '../scripts/chaos/cluster.ts'
import { type ChaosReport, runChaos } from '../scripts/chaos/run.ts'
import { mongoKind } from './support/mongo.ts'

const has = (program: string, argument: string) => spawnSync(program, [argument]).status === 0
const missing =
  process.platform !== 'linux'
    ? 'it needs Linux'
    : mongoKind() === null
      ? noStore
      : !has('redis-server', '--version')
        ? 'there is no redis-server'
        : !has('nginx', '-v')
          ? 'there is no nginx'
          : null
if (missing) console.warn(`SKIPPED: chaos is not tested here: ${missing}`)

;(missing ? describe.skip : describe)(
  'two gateways, two workers, Redis and the store, harmed under load',
  () => {
    let report: ChaosReport

    test('all of them are replaced without a failure, and harmed without a wrong answer', async () => {
      report = await runChaos({
        gateways: 2,
        workers: 2,
        seconds: 25,
        perSecond: 1,
        seed: 7,
        longestMs: 5_000,
        tell: () => {},
      })
      expect(report.upgrade.failed).toEqual([])
      expect(report.upgrade.badEnds).toEqual([])
      expect(report.faults).toBeGreaterThan(3)
      expect(report.wrong).toEqual([])
      expect(report.counts.gaveUp).toEqual([])
    }, 600_000)

    test('nothing acknowledged is lost, nothing deleted comes back', () => {
      expect(report.acknowledged).toBeGreaterThan(10)
      expect([report.lost, report.back]).toEqual([[], []])
    })

    test('everybody is answered, and told when to come back', () => {
      expect(report.counts.unanswered).toBe(0)
      expect([report.counts.withoutRetryAfter, report.failures]).toEqual([[], []])
    })

    test('every image is there though nobody asked, and none was drawn more than twice', () => {
      expect(report.withoutImages).toEqual([])
      expect(report.drawn).toBeGreaterThan(10)
      expect(report.drawnTooOften).toEqual([])
    })
  },
)
