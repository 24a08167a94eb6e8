/** How every connection to Redis ends and begins again. */

export const redisReconnection = {
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 1_000),
  // Otherwise closing a connection to a dead server would delay the end of the process by two seconds.
  disconnectTimeout: 200,
  // A primary that has become a replica keeps its connections. Reconnecting resolves its name again.
  reconnectOnError: (error: Error) => error.message.includes('READONLY'),
}
