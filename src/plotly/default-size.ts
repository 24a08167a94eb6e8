/** The width and height of figures, as the charting library reads them. */

/** In CSS pixels: the size of the image of a figure without a size of its own. */
export const defaultSize = { width: 700, height: 500 } as const

/** A width or height of a layout, in CSS pixels; null where the library uses its default, such as below 10. */
export const sizeOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 10 ? value : null
