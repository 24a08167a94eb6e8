/** The environment of a service that is started for a benchmark or a test. */

/** This process's environment without its stores: a service started with it has its own, which is empty. */
export function environmentOfItsOwn(): NodeJS.ProcessEnv {
  const { MONGODB_URL: _mongodb, REDIS_URL: _redis, ...rest } = process.env
  return rest
}
