import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { refusal } from './meant-environments.ts'
import type { JobCandidate } from './provision-job.ts'

/**
 * Refuses the candidates whose environment still has a job of an earlier occurrence. A flow in that flow merges share
 * goes with them: without it none of them starts, and without any of them it does not start either.
 */
export async function refuseUnfinished(
  tx: Transaction,
  scheduleId: string,
  candidates: readonly JobCandidate[],
): Promise<JobCandidate[]> {
  const rows = await tx
    .select({ id: job.mainEnvironmentId })
    .from(job)
    .where(and(eq(job.createdByScheduleId, scheduleId), ne(job.status, 'Ended')))
  const busy = new Set(rows.map(({ id }) => id))
  const isBusy = ({ environment }: JobCandidate) => environment !== null && busy.has(environment.id)
  const [shared] = candidates.some(({ followsFirst }) => followsFirst) ? candidates : []
  const sharedIsBusy = shared !== undefined && isBusy(shared)
  const judged = candidates.map((candidate) =>
    isBusy(candidate) || (candidate.followsFirst === true && sharedIsBusy)
      ? { ...candidate, validationErrors: [...candidate.validationErrors, unfinished(candidate)] }
      : candidate,
  )
  const isFollowed = judged.some((one) => one.followsFirst === true && canStart(one))
  return shared !== undefined && !isFollowed ? judged.slice(1) : judged
}

const canStart = ({ validationErrors, missing }: JobCandidate): boolean =>
  validationErrors.length === 0 && missing === null

const unfinished = ({ environment }: JobCandidate) =>
  refusal(
    'PreviousJobUnfinished',
    `${environment?.name ?? 'The stack'} was skipped: a job of an earlier occurrence has not ended.`,
  )
