import type { Author } from './store/workspace.ts'
import type { JournalComponent } from './journal.ts'
import type { OrgState } from './org-state.ts'

/** The service keeps 180 days; here the newest rows stay. */
const maximumRows = 10_000

const verbs = { created: 'Created', changed: 'Changed', deleted: 'Deleted' } as const

/**
 * Writes SetupAuditTrail rows, one per change, whoever made it and how (documented object; the words
 * of the real rows differ by type). Deletions are found nowhere else.
 */
export async function noteInAuditTrail(
  org: OrgState,
  changes: readonly JournalComponent[],
  { userId, date }: Author,
): Promise<void> {
  for (const { type, fullName, change } of changes) {
    if (change === 'failed' || change === 'unchanged') continue
    org.records.add('SetupAuditTrail', {
      Action: `${change}${type}`,
      Section: type,
      Display: `${verbs[change]} ${type} ${fullName}`,
      CreatedDate: date,
      CreatedById: userId,
      DelegateUser: null,
      ResponsibleNamespacePrefix: null,
    })
  }
  org.records.keepNewest('SetupAuditTrail', maximumRows)
  await org.records.save('SetupAuditTrail')
}
