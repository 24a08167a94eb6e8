/** What Lighthouse says of the pages that people see first, as on its phone: its own scores, of a hundred. */

import { join } from 'node:path'
import { startService } from '../service/service.ts'
import type { Measurement, Row } from './measure.ts'
import { browserScript, npmPackages, run } from './tools.ts'

const version = '13.5.0'
const pages = ['/', '/docs', '/account'] as const
const goals = { performance: '≥ 95', accessibility: '100', 'best-practices': '100' } as const

interface Report {
  readonly categories: Readonly<Record<keyof typeof goals, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly title: string; readonly score: number | null }>>
}

export async function measureLighthouse(): Promise<Measurement> {
  const folder = await npmPackages(`lighthouse-${version}`, [`lighthouse@${version}`])
  const browser = await browserScript()
  const service = await startService()
  const rows: Row[] = []
  const missing: string[] = []
  try {
    for (const page of pages) {
      // The first visit makes scripts and images, as it would be long before a reader comes.
      await service.get(page)
      const report = await judge(folder, browser, `${service.url}${page}`)
      for (const [name, goal] of Object.entries(goals)) {
        const { score } = report.categories[name as keyof typeof goals]
        rows.push({ what: `${page}, ${name}`, value: Math.round((score ?? 0) * 100), unit: '', goal })
      }
      const failed = Object.values(report.audits).filter(({ score }) => score !== null && score < 0.5)
      missing.push(...failed.map(({ title }) => `${page}, full marks: ${title}`))
    }
    return { name: 'lighthouse', rows, missing }
  } finally {
    await service.close()
  }
}

async function judge(folder: string, browser: string, address: string): Promise<Report> {
  const { stdout } = await run(
    process.execPath,
    [
      join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js'),
      address,
      '--quiet',
      '--output=json',
      '--chrome-flags=--headless=new --disable-dev-shm-usage',
      `--only-categories=${Object.keys(goals).join(',')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 2 ** 20, timeout: 120_000 },
  )
  return JSON.parse(stdout) as Report
}
