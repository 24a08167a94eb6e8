/** The release that an image was drawn by. */

export const drawnBy = 'ALTER TABLE artifacts ADD COLUMN drawn_by TEXT; -- the release; null: not known'
