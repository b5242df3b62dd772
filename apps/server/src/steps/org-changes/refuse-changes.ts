import { conflictFailure } from '../branch/merge/conflict-failure.ts'
import type { JobSession } from '../session/job-session.ts'
import type { BringRequest } from './bring-request.ts'
import { type Deletions, isMassDeletion, massDeletionFailure } from './deletions/deletion-limit.ts'

/** Raises an error for more deletions in the org than the limit allows, unless the job accepts deletions. */
export function refuseMassDeletion(
  { ctx }: JobSession,
  { acceptsDeletions }: BringRequest,
  { deletions }: { readonly deletions: Deletions },
): void {
  if (!acceptsDeletions && isMassDeletion(deletions, ctx.config.deletionLimit))
    throw massDeletionFailure(deletions)
}

/** Raises an error for conflicts between the org and undeployed changes of the branch that the strategy does not resolve. */
export function refuseConflicts(
  { conflicts, conflictCount }: { readonly conflicts: readonly string[]; readonly conflictCount: number },
  { mergeSettings: settings, mergeSides }: BringRequest,
): void {
  if (conflictCount === 0) return
  const reason = settings.conflicts === 'Abort' ? 'abort' : 'needsPerson'
  throw conflictFailure(
    { paths: conflicts, stop: { reason, count: conflictCount, details: [] } },
    settings,
    mergeSides,
  )
}
