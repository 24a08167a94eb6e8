/** The search index of titles, for accounts with many graphs. */

export const titleSearch = `
-- How many graphs each account has; whether their titles are in graph_titles.
CREATE TABLE account_totals (
  account_id TEXT PRIMARY KEY,
  graphs INTEGER NOT NULL,
  indexed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO account_totals SELECT account_id, count(*), count(*) > 20000 FROM graphs GROUP BY account_id;

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
    WHERE account_id = new.account_id AND indexed = 0 AND graphs > 20000;
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
`
