/** The deadline of a search, so that a slow one does not block other requests. */

import { type AppError, unavailable } from '../errors/errors.ts'

/** From the request to the answer of the store. */
export const searchDeadlineMs = 3000

/** The error of a search that has met the deadline. */
export const searchTooSlow = (): AppError =>
  unavailable('the search took too long among so many graphs; search for a longer or rarer text')
