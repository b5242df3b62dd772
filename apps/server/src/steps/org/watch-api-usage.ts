import type { ApiUsageWatch } from '@sluice/salesforce/api-usage-count'
import type { Run } from '../../durable/run.ts'
import { JobFailure } from '../../durable/run-errors.ts'

/** Shares of the API requests that an org may make in 24 hours. The rest is for the people and programs that use it. */
const warnFrom = 0.8
const stopFrom = 0.95

const inWords = (count: number) => count.toLocaleString('en-US')

/** Says on the timeline, once, when an org has few API requests left, and begins nothing more when it has hardly any. */
export function watchApiUsage(run: Pick<Run, 'notice'>): ApiUsageWatch {
  let isSaid = false
  return async ({ used, limit }, { isNewWork }) => {
    if (isNewWork && used >= limit * stopFrom)
      throw new JobFailure(
        `The job stopped because the org has used ${inWords(used)} of the ${inWords(limit)} API requests that it may make in 24 hours. Start the job again when it has used fewer.`,
      )
    if (isSaid || used < limit * warnFrom) return
    isSaid = true
    await run.notice('ApiRequestsLow', { used, limit })
  }
}
