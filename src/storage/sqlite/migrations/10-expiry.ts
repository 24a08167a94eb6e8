/** When a graph expires. */

export const expiry = `
ALTER TABLE graphs ADD COLUMN expires_at INTEGER; -- null: it stays
CREATE INDEX graphs_by_expiry ON graphs (expires_at) WHERE expires_at IS NOT NULL;
`
