/** Every environment variable of the service, in one table. */

import {
  address,
  hostAndPort,
  limit,
  oneOf,
  program,
  rate,
  share,
  text,
  type Variable,
  webAddress,
  wholeNumber,
} from './kinds.ts'

/** All variables. docs/configuration.md is generated from this table. */
export const variables = {
  HOST: text({
    fallback: '127.0.0.1',
    bound: 'an address of this machine',
    meaning: 'the address to listen on',
  }),
  PORT: wholeNumber({
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: 'the port to listen on; 0 takes any free port and prints it',
  }),
  BASE_URL: webAddress({
    shown: '`http://HOST:PORT`',
    meaning: 'the public address of the service, used in its answers; it is never taken from a request',
  }),
  PLOT_URL: webAddress({
    shown: '`BASE_URL/p`',
    meaning:
      'the public address of pages and images. A separate host keeps figures away from the origin of accounts; each host then serves only its own routes',
  }),
  DATA_DIR: text({
    fallback: './data',
    bound: 'a folder, which is created if it does not exist',
    meaning: 'the folder of the embedded store, a SQLite file',
  }),
  MONGODB_URL: address({
    protocols: ['mongodb:', 'mongodb+srv:'],
    meaning: 'the address of MongoDB, which is then used instead of the embedded store',
  }),
  ARTIFACT_STORE: text({
    fallback: null,
    bound:
      '`s3://bucket` or `s3://bucket/prefix`; a bucket has small letters, digits, `-` and `.`, a prefix also capitals, `_` and `/`',
    shape: /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/,
    meaning:
      'the bucket of an S3-compatible store in which images are stored instead of the database; the SDK reads the credentials from its `AWS_*` variables',
  }),
  S3_ENDPOINT: webAddress({
    shown: "AWS's",
    meaning: 'the address of an S3-compatible store; with it, buckets are named in the path',
  }),
  AWS_REGION: text({
    fallback: null,
    shown: 'that of the SDK; `us-east-1` with S3_ENDPOINT',
    bound: 'the name of a region',
    shape: /^[a-z0-9-]+$/,
    meaning: "the bucket's region",
  }),
  REDIS_URL: address({
    protocols: ['redis:', 'rediss:'],
    meaning:
      'the address of Redis; renders then go through a shared queue to `plotgate worker` processes, and rate limits are shared',
  }),
  REDIS_PREFIX: text({
    fallback: 'plotgate',
    bound: 'letters, digits, `-`, `_` and `.`',
    shape: /^[\w.-]+$/,
    meaning: 'the prefix of every key in Redis, for several services on one Redis',
  }),
  BROWSER_PATH: program({
    meaning: 'the Chrome or Chromium to use; by default the one from npm on Linux, else an installed Chrome',
  }),
  RENDER_WORKERS: wholeNumber({
    fallback: null,
    shown: 'as many as cores and memory allow',
    min: 1,
    max: 256,
    meaning: 'the number of warm pages, each in a browser of its own',
  }),
  RENDER_NICE: wholeNumber({
    fallback: 5,
    min: 0,
    max: 19,
    meaning:
      'the niceness of browsers under `serve`: how far they yield to answering and to other programs; those of `worker` and `render` do not yield',
  }),
  VERSIONS_KEPT: wholeNumber({
    fallback: 20,
    min: 0,
    max: 1000,
    meaning:
      'how many versions of a graph are kept beside the newest; older ones are removed at the next change',
  }),
  QUOTA_GRAPHS: limit({
    min: 1,
    max: 1_000_000_000,
    meaning: 'the maximum number of graphs of an account; further creates get 403 `quota_exceeded`',
  }),
  QUOTA_BYTES: limit({
    min: 1024,
    max: 2 ** 50,
    meaning:
      'the maximum size of the figures of an account: their newest versions with appended points, counted from the time this is set',
  }),
  QUOTA_RENDER_SECONDS: limit({
    min: 1,
    max: 1_000_000_000,
    meaning:
      'the maximum render time of an account per day (UTC), in seconds, whoever requests its images; stored images are still served',
  }),
  RENDER_FALLBACK: oneOf({
    fallback: 'none',
    choices: ['none', 'local'],
    meaning: 'with REDIS_URL, `local` lets a gateway draw by itself while there is no worker',
  }),
  RENDER_SANDBOX: oneOf({
    fallback: 'auto',
    choices: ['auto', 'on', 'off'],
    meaning: "the browser's sandbox: `on` refuses to draw without it, `off` does not use it",
  }),
  RENDER_GIVE_UP: rate({
    fallback: undefined,
    shown: '`off`; for `worker` `10/5min`',
    what: 'failed starts of a browser',
    example: '10/5min',
    meaning:
      'after this many failures in a row, over at least this time, the process exits with an error, so that its supervisor restarts it',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress({
    meaning:
      "the address of an OpenTelemetry collector that accepts traces over HTTP, such as `http://127.0.0.1:4318`; without it nothing is traced. The SDK's own `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` hold too",
  }),
  OTEL_TRACES_SAMPLER_ARG: share({
    fallback: 1,
    meaning: 'the share of traces that is recorded, including those that callers started',
  }),
  METRICS_ADDRESS: hostAndPort({
    meaning:
      'a separate address for `/metrics`; without it, the main port serves `/metrics` to callers on the same machine only, and a worker does not serve it',
  }),
  HEALTH_ADDRESS: hostAndPort({
    meaning: 'the address at which `plotgate worker` serves `/healthz` and `/readyz`; it listens on no other',
  }),
  MAX_BODY_BYTES: wholeNumber({
    fallback: 10 * 1024 * 1024,
    shown: '10 MiB',
    min: 1024,
    max: 256 * 1024 * 1024,
    meaning: 'the maximum size of a body, after decompression; larger ones get 413',
  }),
  RATE_LIMIT: rate({
    fallback: { points: 6000, seconds: 60 },
    shown: '`6000/min`',
    what: 'creates',
    example: '6000/min',
    meaning: 'the limit of creates per key; reads are limited to ten times as many per address',
  }),
  TRUST_PROXY: wholeNumber({
    fallback: 0,
    min: 0,
    max: 10,
    meaning:
      "the number of proxies in front of the service whose headers about the client's address and scheme are trusted",
  }),
  SIGNUP: oneOf({
    fallback: null,
    shown: '`open` if BASE_URL is loopback, else `invite`',
    choices: ['open', 'invite', 'closed'],
    meaning: 'who may create an account',
  }),
  GRAPHQL_INTROSPECTION: oneOf({
    fallback: 'on',
    choices: ['on', 'off'],
    meaning: 'whether GraphQL clients may read the schema',
  }),
  LOG_LEVEL: oneOf({
    fallback: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    meaning:
      'the log level; the log is one JSON object per line on standard error; on a terminal, requests are only logged if this is set',
  }),
} satisfies Record<string, Variable<unknown>>
