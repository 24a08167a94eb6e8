/** The claims of changes: the oldest of a graph are removed, and all of them with it. Those of creates have version 1. */

export const claimsOfChanges = `
CREATE INDEX claims_of_changes ON claims (graph_id, version) WHERE version > 1;
CREATE TRIGGER graph_unclaimed AFTER DELETE ON graphs BEGIN
  DELETE FROM claims WHERE graph_id = old.graph_id AND version > 1;
END;
`
