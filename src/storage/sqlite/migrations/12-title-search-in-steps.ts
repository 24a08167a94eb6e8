/** Titles come into the search index by the sweep, a part at a time: the index costs more than all the rest of a create. */

export const titleSearchInSteps = `
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
`
