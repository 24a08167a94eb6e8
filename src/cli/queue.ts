/** `plotgate queue list|retry|drop`: the state of the shared queue and its failures. */

import type { Command } from 'commander'
import { invalidParameter } from '../errors/errors.ts'
import type { QueueAdmin } from '../job-queue/admin.ts'
import type { Failure } from '../job-queue/failures.ts'
import { withOpen } from './with-open.ts'

/** Adds the command `queue`. `openQueue` opens the configured queue. */
export function queueCommand(program: Command, openQueue: () => Promise<QueueAdmin>): void {
  const queue = program.command('queue').description('manage the shared queue at REDIS_URL')

  queue
    .command('list')
    .description('show waiting renders, live workers and failures, the newest first')
    .option('--json', 'one JSON document')
    .action(({ json }: { json?: boolean }) =>
      withOpen(openQueue(), async admin => {
        const [stats, workers, failures] = await Promise.all([
          admin.stats(),
          admin.workers(),
          admin.failures(),
        ])
        if (json) print(JSON.stringify({ ...stats, workers, failures }, null, 2))
        else for (const line of linesOf(stats, workers, failures)) print(line)
      }),
    )

  queue
    .command('retry')
    .description('draw failed images again, including those of figures in quarantine')
    .argument('[id...]', 'as `queue list` names them')
    .option('--all', 'every one that is kept')
    .action((ids: readonly string[], { all }: Choice) =>
      withOpen(openQueue(), async admin =>
        print(`${await admin.retry(await chosen(admin, ids, all))} images are in the queue again`),
      ),
    )

  queue
    .command('drop')
    .description('forget failures; the images are drawn again when somebody requests them')
    .argument('[id...]', 'as `queue list` names them')
    .option('--all', 'every one that is kept')
    .action((ids: readonly string[], { all }: Choice) =>
      withOpen(openQueue(), async admin =>
        print(`${await admin.drop(await chosen(admin, ids, all))} failures are forgotten`),
      ),
    )
}

interface Choice {
  readonly all?: boolean
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function chosen(admin: QueueAdmin, ids: readonly string[], all = false): Promise<readonly string[]> {
  if (all === ids.length > 0) throw invalidParameter('id', 'name one or more ids of `queue list`, or --all')
  const kept = (await admin.failures()).map(({ jobId }) => jobId)
  const unknown = ids.find(id => !kept.includes(id))
  if (unknown !== undefined)
    throw invalidParameter(
      'id',
      `no failure ${JSON.stringify(unknown)} is kept; \`queue list\` names those that are`,
    )
  return all ? kept : ids
}

function linesOf(
  stats: Awaited<ReturnType<QueueAdmin['stats']>>,
  workers: readonly string[],
  failures: readonly Failure[],
): readonly string[] {
  const { waiting, active, oldestSeconds } = stats
  return [
    `waiting renders: ${waiting}, active: ${active}, the oldest requested ${Math.round(oldestSeconds)} s ago`,
    `workers: ${workers.length}${workers.map(name => `\n  ${name}`).join('')}`,
    `failures kept: ${failures.length} of ${stats.failedTotal}`,
    ...failures.map(
      ({ jobId, job, failedAt, code, message }) =>
        `  ${jobId}  ${failedAt}  ${code}  graph ${job.graphId} version ${job.version}  ${message}`,
    ),
  ]
}
