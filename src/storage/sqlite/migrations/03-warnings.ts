/** The warnings of figures. */

export const warnings =
  'ALTER TABLE graphs ADD COLUMN warnings TEXT; -- JSON array; NULL where there are none'
