/** A row that is written and read to find out whether the store works. */

export const heartbeat = `
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), beat INTEGER NOT NULL) STRICT;
INSERT INTO heartbeat VALUES (1, 0);
`
