/** The first tables: graphs with their figures and files, idempotency claims, and small records. */

export const tables = `
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
`
