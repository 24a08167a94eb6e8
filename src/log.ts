/**
 * The log: one JSON object per line (contract, `LOG_LEVEL`) on standard error. Keys, cookies and passwords are redacted.
 */

import { pino } from 'pino'

const standardError = 2

export type Log = pino.Logger

export const createLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [
        '*.authorization',
        '*.cookie',
        '*.password',
        'req.headers.authorization',
        'req.headers.cookie',
      ],
    },
    pino.destination(standardError),
  )
