import type { Author } from './store/workspace.ts'
import type { JournalComponent } from './journal.ts'
import type { OrgState } from './org-state.ts'

/** Types whose changes the service does not write down, or not reliably. */
const untracked =
  /^(EmailFolder|StandardValueSet|Portal|SharingRules|GlobalValueSetTranslation|AssignmentRules|InstalledPackage|DataCategoryGroup|ManagedContentType|CustomObjectTranslation|TopicsForObjects|Workflow.*)$/

/**
 * Notes changes as SourceMember rows, in orgs that track their source; does nothing in others.
 * One row per component, never deleted; RevisionCounter rises over the whole org with each
 * change (seen on the wire). ChangedBy holds a user id of 15 characters: one client looks it up so.
 */
export async function trackChanges(
  org: OrgState,
  changes: readonly JournalComponent[],
  { userId, date }: Author,
): Promise<void> {
  if (!org.info.tracksSource) return
  const rows = org.records.all('SourceMember')
  const byName = new Map(rows.map((row) => [`${String(row.MemberType)}/${String(row.MemberName)}`, row]))
  let revision = rows.reduce((highest, row) => Math.max(highest, Number(row.RevisionCounter)), 0)
  for (const change of changes) {
    if (untracked.test(change.type)) continue
    revision++
    const fields = {
      MemberType: change.type,
      MemberName: change.fullName,
      MemberIdOrName: change.fullName,
      RevisionCounter: revision,
      RevisionNum: revision,
      IsNameObsolete: change.change === 'deleted',
      IsNewMember: change.change === 'created',
      ChangedBy: userId.slice(0, 15),
      LastModifiedDate: date,
      SystemModstamp: date,
    }
    const key = `${change.type}/${change.fullName}`
    const row = byName.get(key)
    if (row) Object.assign(row, fields)
    else byName.set(key, org.records.add('SourceMember', fields))
  }
  await org.records.save('SourceMember')
}
