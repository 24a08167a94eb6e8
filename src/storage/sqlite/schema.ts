/** The tables of the embedded store, as numbered steps: `user_version` tells how many a file has had. */

import { DatabaseSync } from 'node:sqlite'

/** Appended to, never edited: a file of any older version is brought up when it is opened. */
const migrations: readonly string[] = [
  `
  -- The other tables name a graph by its seq: graph_ids are random, and every index on them costs each create
  -- a page somewhere in the middle, while rows by seq go to the end.
  CREATE TABLE graphs (
    seq INTEGER PRIMARY KEY,
    graph_id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL,
    created_at INTEGER NOT NULL, -- milliseconds since 1970
    title TEXT,
    title_folded TEXT, -- what the search compares
    trace_types TEXT NOT NULL, -- JSON array
    status TEXT NOT NULL,
    error TEXT,
    omitted TEXT NOT NULL -- JSON array
  ) STRICT;

  -- Holds the folded title too, so that a search reads this index alone.
  CREATE INDEX graphs_by_account ON graphs (account_id, created_at DESC, graph_id, title_folded);

  -- Apart from graphs: most reads need no texts, and a row that spills over pages is slow to pass by.
  CREATE TABLE figures (
    seq INTEGER PRIMARY KEY REFERENCES graphs ON DELETE CASCADE,
    encoding TEXT NOT NULL,
    data_bytes INTEGER NOT NULL,
    layout_bytes INTEGER NOT NULL,
    frames_bytes INTEGER,
    body BLOB NOT NULL
  ) STRICT;

  CREATE TABLE artifacts (
    artifact_id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL REFERENCES graphs ON DELETE CASCADE,
    variant TEXT NOT NULL,
    lasting INTEGER NOT NULL, -- 1: made at creation, kept as long as the graph
    created_at INTEGER NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (seq, variant)
  ) STRICT;
  CREATE INDEX artifacts_by_age ON artifacts (created_at DESC, size) WHERE lasting = 0;

  -- No reference to graphs: a claim outlives the deletion of its graph.
  CREATE TABLE claims (
    claim_id TEXT PRIMARY KEY,
    body_hash TEXT NOT NULL,
    graph_id TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX claims_by_expiry ON claims (expires_at);

  CREATE TABLE records (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of insertion
    collection TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT,
    expires_at INTEGER,
    value TEXT NOT NULL, -- JSON object
    UNIQUE (collection, id)
  ) STRICT;
  CREATE INDEX records_by_owner ON records (collection, owner, seq);
  CREATE INDEX records_by_expiry ON records (expires_at) WHERE expires_at IS NOT NULL;
  `,
  `
  -- Texts that many layouts begin with. Never removed: one for each house template there ever was.
  CREATE TABLE layout_prefixes (
    prefix_id TEXT PRIMARY KEY, -- hash of the text
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- layout_bytes and body leave the prefix out.
  ALTER TABLE figures ADD COLUMN layout_prefix TEXT REFERENCES layout_prefixes;
  `,
  `
  ALTER TABLE graphs ADD COLUMN warnings TEXT; -- JSON array; NULL where there are none
  `,
  `
  -- Written and read by whoever asks whether the store works.
  CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    beat INTEGER NOT NULL
  ) STRICT;
  INSERT INTO heartbeat VALUES (1, 0);
  `,
  `
  -- Holds the few graphs that are being rendered or wait for it, for the start after a crash.
  CREATE INDEX graphs_unfinished ON graphs (created_at DESC) WHERE status IN ('pending', 'running');
  `,
  `
  -- A graph's row is of its newest version. Its row in figures is of the version that base names; what was appended
  -- since lies in appends. Figures that were replaced lie in past_figures, with what was appended to them.
  ALTER TABLE graphs ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE graphs ADD COLUMN updated_at INTEGER; -- null: as created
  ALTER TABLE graphs ADD COLUMN base INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE figures ADD COLUMN made_at INTEGER; -- of that version; null: as the graph was created

  CREATE TABLE past_figures (
    past_id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL REFERENCES graphs ON DELETE CASCADE,
    version INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    title TEXT,
    trace_types TEXT NOT NULL, -- JSON array
    warnings TEXT,
    encoding TEXT NOT NULL,
    layout_prefix TEXT REFERENCES layout_prefixes,
    data_bytes INTEGER NOT NULL,
    layout_bytes INTEGER NOT NULL,
    frames_bytes INTEGER,
    body BLOB NOT NULL,
    UNIQUE (seq, version)
  ) STRICT;

  CREATE TABLE appends (
    append_id INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL REFERENCES graphs ON DELETE CASCADE,
    version INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    body BLOB NOT NULL,
    UNIQUE (seq, version)
  ) STRICT;

  -- The name of a later version's artifact begins with its number: rows made before have only the variant.
  ALTER TABLE artifacts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

  ALTER TABLE claims ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  `,
]

/** What `user_version` says in a file of this version. */
export const schemaVersion = migrations.length

/** The tables of what callers store, for tests. */
export const tables = [
  'graphs',
  'figures',
  'past_figures',
  'appends',
  'artifacts',
  'claims',
  'records',
] as const

/** How long a connection waits for another process to finish its transaction. */
const busyMs = 5000

/** Settings of a connection that writes. FULL: a commit has returned only when the disk has it. */
export function prepareWriter(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${busyMs}`)
  // Of a file without tables alone: pages that become free can be given back to the disk.
  db.exec('PRAGMA auto_vacuum = INCREMENTAL')
  db.exec('PRAGMA journal_mode = WAL')
  db.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = FAST;
    PRAGMA wal_autocheckpoint = 4000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `)
}

/** Files of more pages are left as they are: rewriting them would hold up a start for too long. */
const mostPagesRewritten = 65_536

/** Rewrites a file from before free pages were given back, once, where it is small and nobody else has it open. */
export function enableVacuum(db: DatabaseSync): void {
  const pragma = (name: string) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  if (pragma('auto_vacuum') !== 0 || pragma('page_count') > mostPagesRewritten) return
  try {
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  } catch {
    // Another process has it open, or the disk has no room for the copy: the file works as it is.
  }
}

/** Settings of a connection that reads; readers wait for nobody but a recovery after a crash. */
export function prepareReader(db: DatabaseSync): void {
  db.exec('PRAGMA busy_timeout = 1000; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY')
}

/** How many of the steps a file has had; 0 is none of ours. Throws on what is no database. */
export function schemaOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return versionOf(db)
  } finally {
    db.close()
  }
}

export const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version)

/** Brings the file to this version's tables. Throws on a file made by a newer one. */
export function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(db)
    if (version > migrations.length) {
      throw new Error(
        `the store was written by a newer version (schema ${version}, this version knows ${migrations.length})`,
      )
    }
    for (const step of migrations.slice(version)) db.exec(step)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
