/** The claim of a create is marked when its graph is deleted: of these, only the newest are kept. */

export const claimsOfRemovedGraphs = `
ALTER TABLE graphs ADD COLUMN claim_id TEXT;
ALTER TABLE claims ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX claims_of_removed ON claims (expires_at) WHERE removed = 1;
CREATE TRIGGER claim_of_removed AFTER DELETE ON graphs WHEN old.claim_id IS NOT NULL BEGIN
  UPDATE claims SET removed = 1 WHERE claim_id = old.claim_id AND graph_id = old.graph_id;
END;
`
