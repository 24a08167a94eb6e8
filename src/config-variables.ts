/** Every environment variable of the service, in one table. */

import {
  address,
  hostAndPort,
  oneOf,
  program,
  rate,
  share,
  text,
  type Variable,
  webAddress,
  wholeNumber,
} from './config-kinds.ts'

/** All variables. docs/configuration.md is generated from this table. */
export const variables = {
  HOST: text({ fallback: '127.0.0.1', bound: 'an address of this machine', meaning: 'where it listens' }),
  PORT: wholeNumber({
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: 'where it listens; 0 takes any free port, which is printed',
  }),
  BASE_URL: webAddress({
    shown: '`http://HOST:PORT`',
    meaning: 'the address that answers name; it comes from here alone, never from a request',
  }),
  PLOT_URL: webAddress({
    shown: '`BASE_URL/p`',
    meaning:
      'the address of pages and images. On a host of its own it keeps figures off the origin of accounts: then each host serves only its own routes',
  }),
  DATA_DIR: text({
    fallback: './data',
    bound: 'a folder; it is made when absent',
    meaning: 'the embedded store, one SQLite file',
  }),
  MONGODB_URL: address({
    protocols: ['mongodb:', 'mongodb+srv:'],
    meaning: 'MongoDB is the store instead',
  }),
  ARTIFACT_STORE: text({
    fallback: null,
    bound: '`s3://bucket` or `s3://bucket/prefix`; letters, digits, `-`, `_`, `.` and `/`',
    shape: /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/,
    meaning:
      "images are kept in this bucket of an S3-compatible store instead of the database; the SDK's own `AWS_*` variables say with which credentials",
  }),
  S3_ENDPOINT: webAddress({
    shown: "AWS's",
    meaning: 'the address of an S3-compatible store; its buckets are then named in the path',
  }),
  AWS_REGION: text({
    fallback: null,
    shown: 'what the SDK finds; `us-east-1` with S3_ENDPOINT',
    bound: 'the name of a region',
    shape: /^[a-z0-9-]+$/,
    meaning: "the bucket's region",
  }),
  REDIS_URL: address({
    protocols: ['redis:', 'rediss:'],
    meaning:
      'renders go through a shared queue that `plotgate worker` processes serve; rate limits are counted together',
  }),
  REDIS_PREFIX: text({
    fallback: 'plotgate',
    bound: 'letters, digits, `-`, `_` and `.`',
    shape: /^[\w.-]+$/,
    meaning: 'what every key in Redis begins with, for several services on one Redis',
  }),
  BROWSER_PATH: program({
    meaning: 'a Chrome or Chromium to use; else the one from npm on Linux, else an installed Chrome',
  }),
  RENDER_WORKERS: wholeNumber({
    fallback: null,
    shown: 'what cores and memory allow',
    min: 1,
    max: 256,
    meaning: 'warm pages, each in a browser of its own',
  }),
  RENDER_NICE: wholeNumber({
    fallback: 5,
    min: 0,
    max: 19,
    meaning:
      'how far browsers under `serve` yield to answering and to everything else on the machine (niceness); those of `worker` and `render` do not yield',
  }),
  VERSIONS_KEPT: wholeNumber({
    fallback: 20,
    min: 0,
    max: 1000,
    meaning: 'versions of a graph beside the newest; older ones go at the next change',
  }),
  QUOTA_GRAPHS: wholeNumber({
    fallback: null,
    shown: 'off',
    min: 1,
    max: 1_000_000_000,
    meaning: 'graphs of one account; a create beyond is 403 `quota_exceeded`',
  }),
  QUOTA_BYTES: wholeNumber({
    fallback: null,
    shown: 'off',
    min: 1024,
    max: 2 ** 50,
    meaning:
      'bytes of the figures of one account, in their newest versions with what was appended, counted from when it is set',
  }),
  QUOTA_RENDER_SECONDS: wholeNumber({
    fallback: null,
    shown: 'off',
    min: 1,
    max: 1_000_000_000,
    meaning:
      'seconds of rendering for one account and day (UTC), whoever asks for its images; stored ones are served on',
  }),
  RENDER_FALLBACK: oneOf({
    fallback: 'none',
    choices: ['none', 'local'],
    meaning: '`local`: with REDIS_URL, a gateway draws by itself while no worker lives',
  }),
  RENDER_SANDBOX: oneOf({
    fallback: 'auto',
    choices: ['auto', 'on', 'off'],
    meaning: "the browser's own sandbox; `on` refuses to start without it, `off` does without",
  }),
  RENDER_GIVE_UP: rate({
    fallback: undefined,
    shown: '`off`; for `worker` `10/5min`',
    what: 'failed starts of a browser',
    example: '10/5min',
    meaning:
      'after so many in a row, over at least that time, the process ends with an error, for its supervisor to start it anew',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress({
    meaning:
      "an OpenTelemetry collector that takes traces over HTTP, such as `http://127.0.0.1:4318`; without it nothing is traced. The SDK's own `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` hold too",
  }),
  OTEL_TRACES_SAMPLER_ARG: share({
    fallback: 1,
    meaning: 'the share of traces that is recorded, also of those that callers began',
  }),
  METRICS_ADDRESS: hostAndPort({
    meaning:
      'where `/metrics` is served, alone; without it the main port answers it to callers of this machine only, and a worker not at all',
  }),
  HEALTH_ADDRESS: hostAndPort({
    meaning: 'where `plotgate worker`, which listens nowhere else, answers `/healthz` and `/readyz`',
  }),
  MAX_BODY_BYTES: wholeNumber({
    fallback: 10 * 1024 * 1024,
    shown: '10 MiB',
    min: 1024,
    max: 256 * 1024 * 1024,
    meaning: 'the largest body, after inflating; larger ones get 413',
  }),
  RATE_LIMIT: rate({
    fallback: { points: 6000, seconds: 60 },
    shown: '`6000/min`',
    what: 'creates',
    example: '6000/min',
    meaning: 'creates per key; reads ten times that per address',
  }),
  TRUST_PROXY: wholeNumber({
    fallback: 0,
    min: 0,
    max: 10,
    meaning: "how many proxies in front are believed about the client's address and scheme",
  }),
  SIGNUP: oneOf({
    fallback: null,
    shown: '`open` where BASE_URL is loopback, else `invite`',
    choices: ['open', 'invite', 'closed'],
    meaning: 'who may make an account',
  }),
  GRAPHQL_INTROSPECTION: oneOf({
    fallback: 'on',
    choices: ['on', 'off'],
    meaning: 'whether GraphQL clients may ask for the schema',
  }),
  LOG_LEVEL: oneOf({
    fallback: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    meaning:
      'one JSON object a line, on standard error; on a terminal, lines of requests only where this is set',
  }),
} satisfies Record<string, Variable<unknown>>
