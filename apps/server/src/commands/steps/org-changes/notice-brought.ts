import type { Run } from '../../../durable/run.ts'
import type { BroughtChanges } from './bring-org-changes.ts'
import { noticeKept } from './deletions/kept-components.ts'
import { noticeUnknown } from './unknown-metadata.ts'
import { noticeUnrequested } from './unrequested-files.ts'

/** Says on the job's timeline, each thing once, what was not brought into the branch as the org has it. */
export async function noticeBrought(run: Run, brought: BroughtChanges): Promise<void> {
  await noticeUnknown(run, brought.unknown)
  await noticeUnrequested(run, brought.unrequested)
  await noticeNotListed(run, brought.failedTypes)
  await noticeKept(run, brought.kept)
}

async function noticeNotListed(run: Run, types: readonly string[] | undefined): Promise<void> {
  if (types !== undefined && types.length > 0) await run.notice('TypesNotListed', { types: [...types] })
}
