import type { Run } from '../../durable/run.ts'
import type { UndecidedType } from '../org/retrieve/undecided-types.ts'
import type { BroughtChanges } from './bring-request.ts'
import { noticeKept } from './deletions/kept-components.ts'
import { noticeUnknown } from './unknown-metadata.ts'
import { noticeUnrequested } from './unrequested-files.ts'

/** Says on the job's timeline, each thing once, what of the org did not come into the branch, and why. */
export async function noticeBrought(run: Run, { made }: BroughtChanges): Promise<void> {
  await noticeUnknown(run, made.unknown)
  await noticeUnrequested(run, made.unrequested)
  await noticeNotListed(run, made.failedTypes)
  await noticeKept(run, made.kept)
  await noticeUndecided(run, made.undecidedTypes)
}

/** So many types are named; their number is always that of all of them. */
const mostNamed = 20

async function noticeUndecided(run: Run, types: readonly UndecidedType[]): Promise<void> {
  if (types.length === 0) return
  await run.notice('TypesNotIncluded', { types: types.slice(0, mostNamed), count: types.length })
}

async function noticeNotListed(run: Run, types: readonly string[]): Promise<void> {
  if (types.length > 0) await run.notice('TypesNotListed', { types: [...types] })
}
