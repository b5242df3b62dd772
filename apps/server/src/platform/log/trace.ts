import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** What every line of the log says while a call is answered or a job runs. */
export interface Trace {
  traceId: string
  actorUserId?: string
  workspaceId?: string
  jobId?: string
  operation?: string
}

const storage = new AsyncLocalStorage<Trace>()

/** 32 hexadecimal digits, as in a W3C traceparent. */
export const newTraceId = (): string => randomBytes(16).toString('hex')

export const withTrace = <T>(trace: Trace, body: () => T): T => storage.run(trace, body)

export const currentTrace = (): Trace | undefined => storage.getStore()
