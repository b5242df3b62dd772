import type { Connection } from '@sluice/salesforce/connection'
import type { ApiUsageWatch } from '@sluice/salesforce/api-usage-count'
import { JobFailure } from '../durable/run-errors.ts'

/** The calls of the day are used up; nothing went wrong. */
export class CallsUsedUp extends Error {
  override readonly name = 'CallsUsedUp'
}

/** Counts the calls that a look makes, and ends it where it may make no more. */
export class CallCount {
  /** How many calls this look has made. */
  made = 0
  readonly #left: number

  /** @param left how many it may make; Infinity where somebody asked for it */
  constructor(left: number) {
    this.#left = left
  }

  /** The same connection, every call of which is counted before it is made. */
  counted(connection: Connection): Connection {
    return {
      ...connection,
      request: async (build, read) => {
        if (this.made >= this.#left) throw new CallsUsedUp()
        this.made += 1
        return await connection.request(build, read)
      },
    }
  }
}

/** Of the requests that an org may make in 24 hours looks leave the rest to those who work with it. */
const share = 0.8

/** Ends a look at an org that has few requests left, whoever used them. */
export const leaveRequests: ApiUsageWatch = async ({ used, limit }) => {
  if (used < limit * share) return
  const [made, allowed] = [used, limit].map((count) => count.toLocaleString('en-US'))
  throw new JobFailure(
    `The org has used ${made} of the ${allowed} API requests that it may make in 24 hours. It is not looked at until it has used fewer.`,
  )
}
