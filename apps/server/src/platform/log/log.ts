import type { Logger } from 'pino'

/** JSON lines. Object first, then the message: `log.info({ jobId }, 'job ended')`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'child'>
