/** Graphs with several versions: replaced figures and appended points. */

export const versions = `
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
`
