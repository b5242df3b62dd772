import type { FlowInInput } from '@sluice/contract/job-commands/flow-in'
import { changedSincePreview } from '../session/changed-since-preview.ts'
import type { Flow } from '../org/flow.ts'
import type { BroughtChanges } from './bring-request.ts'
import { readRecordedChanges } from './org-commits-record.ts'

/**
 * Says what a flow in brought otherwise than its preview said. Nobody is asked about that: a commit takes nothing away that Git does not
 * keep.
 */
export async function noticeChangedSincePreview(
  { session, input }: Flow<FlowInInput>,
  { lists }: BroughtChanges,
): Promise<void> {
  // Force compares the org with the branch, the preview with what the last flow left in the org.
  if (input.previewRevision === null || input.force) return
  const changes = await readRecordedChanges(lists)
  await changedSincePreview(
    session,
    { revision: input.previewRevision, side: 'inbound' },
    changes.map(({ changeType, ...identity }) => ({ identity, changeType })),
  )
}
