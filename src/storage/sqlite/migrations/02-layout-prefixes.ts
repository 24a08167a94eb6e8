/** Texts that many layouts begin with, stored once: one for each default template there ever was. None is ever removed. */

export const layoutPrefixes = `
CREATE TABLE layout_prefixes (
  prefix_id TEXT PRIMARY KEY, -- hash of the text
  text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- layout_bytes and body leave the prefix out.
ALTER TABLE figures ADD COLUMN layout_prefix TEXT REFERENCES layout_prefixes;
`
