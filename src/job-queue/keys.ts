/** The names of everything the queue keeps in Redis, under the prefix that REDIS_PREFIX gives. */

export interface QueueKeys {
  /** What BullMQ's own keys begin with. */
  readonly bull: string
  /** A hash: who asked for a job, until when, and for which formats. */
  asked(jobId: string): string
  /** A sorted set: jobs that are not done, by the time they were asked for. */
  readonly since: string
  /** What the names begin with of sorted sets: the jobs of each payer that are not done, by the same time. */
  readonly turns: string
  /** A sorted set: living workers, by their last heartbeat. */
  readonly workers: string
  /** A sorted set: what failed lately, by time; and a hash: how. */
  readonly failedAt: string
  readonly failures: string
  /** A number: how many ever failed. */
  readonly failedTotal: string
  /** The channel on which a gateway hears of the outcomes it waits for. */
  replies(gatewayId: string): string
  /** A channel on which gateways tell each other something of that name. */
  broadcast(name: string): string
  readonly unstored: { figure(id: string): string; image(id: string): string }
}

export function queueKeys(prefix: string): QueueKeys {
  const key = (...parts: readonly string[]) => [prefix, ...parts].join(':')
  return {
    bull: prefix,
    asked: jobId => key('asked', jobId),
    since: key('since'),
    turns: key('turns', ''),
    workers: key('workers'),
    failedAt: key('failed-at'),
    failures: key('failures'),
    failedTotal: key('failed-total'),
    replies: gatewayId => key('replies', gatewayId),
    broadcast: name => key('broadcast', name),
    unstored: { figure: id => key('unstored', id, 'figure'), image: id => key('unstored', id, 'image') },
  }
}
