import type { PauseWatch } from '@sluice/salesforce/connection'
import type { Run } from '../../durable/run.ts'

/** A shorter one is over before anybody looks. */
const worthSayingSeconds = 10

/** Says on the timeline, once, that Salesforce asks to wait before the next call. */
export function watchPauses(run: Pick<Run, 'notice'>): PauseWatch {
  let isSaid = false
  return async (seconds) => {
    if (isSaid || seconds < worthSayingSeconds) return
    isSaid = true
    await run.notice('SalesforceAsksToWait', { seconds })
  }
}
