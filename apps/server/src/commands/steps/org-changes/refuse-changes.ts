import { conflictFailure } from '../branch/merge/conflict-failure.ts'
import type { JobSession } from '../session/job-session.ts'
import type { BringRequest } from './bring-request.ts'
import { type Deletions, isMassDeletion, massDeletionFailure } from './deletions/deletion-limit.ts'

/** Deletions of the org beyond the limit, where nobody has consented to them. */
export function refuseMassDeletion(
  { ctx }: JobSession,
  { acceptsDeletions }: BringRequest,
  { deletions }: { readonly deletions?: Deletions | undefined },
): void {
  if (acceptsDeletions || deletions === undefined) return
  if (isMassDeletion(deletions, ctx.config.deletionLimit)) throw massDeletionFailure(deletions)
}

/** Conflicts between the org and undeployed changes of the branch, where the strategy settles none. */
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
