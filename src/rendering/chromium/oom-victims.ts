/** When memory runs out, lets the kernel end the browser's processes before the service, which can replace them. */

import { writeFile } from 'node:fs/promises'
import type { Browser } from 'puppeteer-core'

/** The highest value: processes that have it are ended before all others (Linux, `proc(5)`). */
const endedFirst = '1000'

/** For a browser that has just been started. Its child processes inherit the value. */
export async function preferAsOomVictim(pid: number): Promise<void> {
  // Not on Linux, or the process has ended or is not ours: then the kernel chooses by size alone.
  await writeFile(`/proc/${pid}/oom_score_adj`, endedFirst).catch(() => {})
}

/** For a browser whose page is open: Chrome lowers the value of the processes that draw, where it is allowed to. */
export async function preferAllAsOomVictims(browser: Browser): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    const session = await browser.target().createCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    await Promise.all(processInfo.map(({ id }) => preferAsOomVictim(id)))
  } catch {
    // The browser has ended, which the next call to it reports.
  }
}
