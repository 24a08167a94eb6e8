/** The schema of the embedded store, as numbered migrations. */

/** Titles of accounts with more graphs than this are in the search index. */
export const indexedFrom = 20_000

/** Only ever appended to. A file of any older release is migrated when it is opened. */
export const migrations: readonly string[] = [
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
  -- Texts that many layouts begin with. Never removed: one for each default template there ever was.
  CREATE TABLE layout_prefixes (
    prefix_id TEXT PRIMARY KEY, -- hash of the text
    text TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- layout_bytes and body leave the prefix out.
  ALTER TABLE figures ADD COLUMN layout_prefix TEXT REFERENCES layout_prefixes;
  `,
  'ALTER TABLE graphs ADD COLUMN warnings TEXT; -- JSON array; NULL where there are none',
  `
  -- Written and read by whoever asks whether the store works.
  CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), beat INTEGER NOT NULL) STRICT;
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
  `
  -- How many graphs each account has; whether their titles are in graph_titles.
  CREATE TABLE account_totals (
    account_id TEXT PRIMARY KEY,
    graphs INTEGER NOT NULL,
    indexed INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO account_totals SELECT account_id, count(*), count(*) > ${indexedFrom} FROM graphs GROUP BY account_id;

  -- The graphs of large accounts by every three characters of their titles. Smaller accounts are read through in
  -- milliseconds and spare each create this index, which costs more than all the rest of it.
  CREATE VIRTUAL TABLE graph_titles USING fts5 (
    title_folded, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO graph_titles (rowid, title_folded)
    SELECT seq, title_folded FROM graphs JOIN account_totals USING (account_id)
    WHERE indexed = 1 AND title_folded IS NOT NULL;

  CREATE TRIGGER graphs_made AFTER INSERT ON graphs BEGIN
    INSERT INTO account_totals VALUES (new.account_id, 1, 0)
      ON CONFLICT (account_id) DO UPDATE SET graphs = graphs + 1;
    INSERT INTO graph_titles (rowid, title_folded)
      SELECT new.seq, new.title_folded FROM account_totals
      WHERE account_id = new.account_id AND indexed = 1 AND new.title_folded IS NOT NULL;
    -- An account that has become large comes in as a whole.
    UPDATE account_totals SET indexed = 1
      WHERE account_id = new.account_id AND indexed = 0 AND graphs > ${indexedFrom};
  END;
  CREATE TRIGGER account_indexed AFTER UPDATE OF indexed ON account_totals
  WHEN old.indexed = 0 AND new.indexed = 1 BEGIN
    INSERT INTO graph_titles (rowid, title_folded)
      SELECT seq, title_folded FROM graphs WHERE account_id = new.account_id AND title_folded IS NOT NULL;
  END;
  CREATE TRIGGER graphs_removed AFTER DELETE ON graphs BEGIN
    DELETE FROM graph_titles WHERE rowid = old.seq AND old.title_folded IS NOT NULL
      AND EXISTS (SELECT * FROM account_totals WHERE account_id = old.account_id AND indexed = 1);
    UPDATE account_totals SET graphs = graphs - 1 WHERE account_id = old.account_id;
  END;
  CREATE TRIGGER graphs_retitled AFTER UPDATE OF title_folded ON graphs
  WHEN old.title_folded IS NOT new.title_folded
    AND EXISTS (SELECT * FROM account_totals WHERE account_id = new.account_id AND indexed = 1) BEGIN
    DELETE FROM graph_titles WHERE rowid = old.seq AND old.title_folded IS NOT NULL;
    INSERT INTO graph_titles (rowid, title_folded) SELECT new.seq, new.title_folded WHERE new.title_folded IS NOT NULL;
  END;
  `,
  `
  -- Refusals of versions that did not check whose page it was: these figures are drawn once more.
  UPDATE graphs SET status = 'pending', error = NULL WHERE status = 'failed';
  `,
  `
  -- Several graphs may have one image: its bytes are then in images, and go with the last of them.
  CREATE TABLE images (
    image_id INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;
  ALTER TABLE artifacts ADD COLUMN image_id INTEGER REFERENCES images; -- null: in bytes
  ALTER TABLE artifacts ADD COLUMN image_key TEXT; -- what it was drawn of; null: not known
  ALTER TABLE artifacts ADD COLUMN omitted TEXT; -- JSON array
  CREATE INDEX artifacts_by_key ON artifacts (image_key) WHERE image_key IS NOT NULL;
  CREATE INDEX artifacts_by_image ON artifacts (image_id) WHERE image_id IS NOT NULL;

  CREATE TRIGGER artifact_removed AFTER DELETE ON artifacts
  WHEN old.image_id IS NOT NULL AND NOT EXISTS (SELECT * FROM artifacts WHERE image_id = old.image_id) BEGIN
    DELETE FROM images WHERE image_id = old.image_id;
  END;
  CREATE TRIGGER artifact_replaced AFTER UPDATE OF image_id ON artifacts
  WHEN old.image_id IS NOT NULL AND new.image_id IS NULL
    AND NOT EXISTS (SELECT * FROM artifacts WHERE image_id = old.image_id) BEGIN
    DELETE FROM images WHERE image_id = old.image_id;
  END;
  `,
  `
  ALTER TABLE graphs ADD COLUMN expires_at INTEGER; -- null: it stays
  CREATE INDEX graphs_by_expiry ON graphs (expires_at) WHERE expires_at IS NOT NULL;
  `,
  'ALTER TABLE artifacts ADD COLUMN drawn_by TEXT; -- the release; null: not known',
  `
  -- Titles come into graph_titles by the sweep, a part at a time: the index costs more than all the rest of a create.
  DROP TRIGGER graphs_made;
  DROP TRIGGER account_indexed;
  DROP TRIGGER graphs_removed;
  DROP TRIGGER graphs_retitled;
  ALTER TABLE account_totals ADD COLUMN titles_to INTEGER NOT NULL DEFAULT 0; -- graphs up to this seq are in it
  UPDATE account_totals SET titles_to = (SELECT ifnull(max(seq), 0) FROM graphs) WHERE indexed = 1;
  ALTER TABLE account_totals DROP COLUMN indexed;

  CREATE TRIGGER graphs_made AFTER INSERT ON graphs BEGIN
    -- A seq that was given before, to a graph that is gone, is given again: its title is not in the index.
    INSERT INTO account_totals (account_id, graphs) VALUES (new.account_id, 1)
      ON CONFLICT (account_id) DO UPDATE SET graphs = graphs + 1, titles_to = min(titles_to, new.seq - 1);
  END;
  CREATE TRIGGER graphs_removed AFTER DELETE ON graphs BEGIN
    DELETE FROM graph_titles WHERE rowid = old.seq AND old.title_folded IS NOT NULL
      AND old.seq <= (SELECT titles_to FROM account_totals WHERE account_id = old.account_id);
    UPDATE account_totals SET graphs = graphs - 1 WHERE account_id = old.account_id;
  END;
  CREATE TRIGGER graphs_retitled AFTER UPDATE OF title_folded ON graphs
  WHEN old.title_folded IS NOT new.title_folded
    AND old.seq <= (SELECT titles_to FROM account_totals WHERE account_id = old.account_id) BEGIN
    DELETE FROM graph_titles WHERE rowid = old.seq AND old.title_folded IS NOT NULL;
    INSERT INTO graph_titles (rowid, title_folded) SELECT new.seq, new.title_folded WHERE new.title_folded IS NOT NULL;
  END;
  `,
  `
  -- Claims of changes: the oldest of a graph are removed, and all of them with it. Those of creates have version 1.
  CREATE INDEX claims_of_changes ON claims (graph_id, version) WHERE version > 1;
  CREATE TRIGGER graph_unclaimed AFTER DELETE ON graphs BEGIN
    DELETE FROM claims WHERE graph_id = old.graph_id AND version > 1;
  END;
  `,
  `
  -- The claim of a create is marked when its graph is deleted: of these, only the newest are kept.
  ALTER TABLE graphs ADD COLUMN claim_id TEXT;
  ALTER TABLE claims ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX claims_of_removed ON claims (expires_at) WHERE removed = 1;
  CREATE TRIGGER claim_of_removed AFTER DELETE ON graphs WHEN old.claim_id IS NOT NULL BEGIN
    UPDATE claims SET removed = 1 WHERE claim_id = old.claim_id AND graph_id = old.graph_id;
  END;
  `,
]
