/** How long a search may take before it is given up: beyond it, others would wait for it. */

import { type AppError, unavailable } from '../errors/errors.ts'

export const searchDeadlineMs = 3000

export const searchTooSlow = (): AppError =>
  unavailable('the search took too long among so many graphs; search for a longer or rarer text')
