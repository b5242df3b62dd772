import type { NoticeBody } from '@sluice/contract/notice'
import { isKnownType } from '@sluice/metadata/unknown-metadata'
import type { Run } from '../../durable/run.ts'
import type { OrgChange } from './org-changes.ts'
import type { RetrievePlan } from '../org/retrieve/retrieve-plan.ts'

/** What of an org is newer than the product. */
export type UnknownMetadata = NoticeBody<'UnknownMetadata'>

const shown = 20

/** Types that the org lists and no rule knows, and lists in changed files that no rule knows; the first of each. */
export function unknownMetadata(
  plan: Pick<RetrievePlan, 'members'>,
  changes: readonly OrgChange[],
): UnknownMetadata {
  const types = new Set(plan.members.map(({ type }) => type).filter((type) => !isKnownType(type)))
  const lists = new Set(changes.flatMap(({ after }) => after?.unknownLists ?? []))
  return { types: [...types].toSorted().slice(0, shown), lists: [...lists].toSorted().slice(0, shown) }
}

/** Says so on the job's timeline, once; says nothing when everything is known. */
export async function noticeUnknown(run: Run, unknown: UnknownMetadata): Promise<void> {
  if (unknown.types.length === 0 && unknown.lists.length === 0) return
  await run.notice('UnknownMetadata', { ...unknown })
}
