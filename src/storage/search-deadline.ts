/** The deadline of a search, so that a slow one does not block other requests. */

import { type AppError, unavailable } from '../errors/errors.ts'

export const searchDeadlineMs = 3000

export const searchTooSlow = (): AppError =>
  unavailable('the search took too long among so many graphs; search for a longer or rarer text')
