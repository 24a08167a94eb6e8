/** Where memory runs out, the kernel ends the browser's processes before the service, which can replace them. */

import { writeFile } from 'node:fs/promises'
import type { Browser } from 'puppeteer-core'

/** The highest value there is: processes that have it are ended before all others (Linux, `proc(5)`). */
const endedFirst = '1000'

/** For a browser that has just been started: its later processes inherit the value. */
export async function preferAsOomVictim(pid: number): Promise<void> {
  // Not on Linux, or the process is gone or not ours to change: then the kernel chooses by size alone.
  await writeFile(`/proc/${pid}/oom_score_adj`, endedFirst).catch(() => {})
}

/** For the processes that have started since: Chrome lowers the value of those that draw, where it may. */
export async function preferAllAsOomVictims(browser: Browser): Promise<void> {
  if (process.platform !== 'linux') return
  try {
    const session = await browser.target().createCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    await Promise.all(processInfo.map(({ id }) => preferAsOomVictim(id)))
  } catch {
    // The browser is gone: whoever asks it for something next learns why.
  }
}
