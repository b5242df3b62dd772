import { deployable } from './clobber/clobbered-components.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'

/**
 * Says on the job's timeline, before anything is deployed, which data category groups are in the delta: Salesforce removes the
 * categories and categorizations that a deployed group does not name (Metadata API guide, DataCategoryGroup).
 */
export async function noticeDataCategories({ session, diff }: ComparedFlowOut): Promise<void> {
  const groups = deployable(diff.changes).flatMap(({ identity, changeType }) =>
    identity.componentType === 'DataCategoryGroup' && changeType !== 'Deleted' ? identity.componentName : [],
  )
  if (groups.length > 0) await session.run.notice('DataCategoriesReplaced', { groups: groups.toSorted() })
}
