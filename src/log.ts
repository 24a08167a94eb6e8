/**
 * One JSON object a line (contract, `LOG_LEVEL`), on standard error: standard output holds what was asked for.
 * Nothing secret passes: keys, cookies and passwords are cut out.
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
