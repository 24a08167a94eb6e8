/** Several graphs may have one image: its bytes are then in `images`, and go with the last of them. */

export const equalImages = `
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
`
