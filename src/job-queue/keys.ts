/** The keys of the queue in Redis, all of which begin with REDIS_PREFIX. */

export interface QueueKeys {
  /** The prefix of BullMQ's own keys. */
  readonly bull: string
  /** A hash with the requests for a job: gateways, deadlines and formats. */
  requested(jobId: string): string
  /** A sorted set of unfinished jobs by the time of their request. */
  readonly since: string
  /** The prefix of sorted sets with the unfinished jobs of each flow, by the same time. */
  readonly turns: string
  /** A sorted set of workers by their last heartbeat. */
  readonly workers: string
  /** A sorted set of recent failures by time, and a hash with their details. */
  readonly failedAt: string
  readonly failures: string
  /** The total number of failures. */
  readonly failedTotal: string
  /** The channel on which a gateway receives outcomes. */
  replies(gatewayId: string): string
  /** The channel of a broadcast between gateways. */
  broadcast(name: string): string
  readonly unstored: { figure(id: string): string; image(id: string): string }
}

export function queueKeys(prefix: string): QueueKeys {
  const key = (...parts: readonly string[]) => [prefix, ...parts].join(':')
  return {
    bull: prefix,
    requested: jobId => key('asked', jobId),
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
