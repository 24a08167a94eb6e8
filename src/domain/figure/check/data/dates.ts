/** Dates as the charting library reads them. */

/** The library's `DATETIME_REGEXP`: year first, everything after the year is optional. */
const date =
  /^\s*-?(?:\d{4}|\d\d)(?:-(?:0?[1-9]|1[0-2])(?:-(?:0?[1-9]|[12]\d|3[01])(?:[ Tt](?:[01]?\d|2[0-3])(?::[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?(?:Z|z|[+-]\d\d(?::?\d\d)?)?)?)?)?\s*$/

export const isDate = (text: string): boolean => date.test(text)

const compactDate = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

/** Whether the text is a date without separators, such as 20241231, which the library reads as a number. */
export const isCompactDate = (text: string): boolean => compactDate.test(text)
