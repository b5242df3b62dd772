import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { redactRecord, redactText } from './redaction.ts'
import { currentTrace } from './trace.ts'

/** JSON lines. Object first, then the message: `log.info({ jobId }, 'job ended')`. */
export type Log = Pick<Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'child'>

export interface LogOptions {
  level: string
  destination?: { write(line: string): void }
}

/** Secrets are hidden twice: by the name of their field, and at the sink by what they look like. */
export function createLog(options: LogOptions): Log {
  const sink = options.destination ?? process.stdout
  const destination: DestinationStream = { write: (line) => void sink.write(redactText(line)) }
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => redactRecord(fields),
      },
      mixin: () => ({ ...currentTrace() }),
    },
    destination,
  )
}

export const silentLog: Log = pino({ level: 'silent' })
