import { sameId } from '../ids.ts'
import type { OrgState } from '../org-state.ts'

/**
 * Lets only the members of a public group into a new sandbox (documented for activation groups);
 * everybody else is there, but inactive. A group whose members nobody wrote down lets all in.
 */
export async function admitGroup(production: OrgState, sandbox: OrgState, groupId: unknown): Promise<void> {
  if (typeof groupId !== 'string') return
  const members = production.records
    .all('GroupMember')
    .filter((row) => typeof row.GroupId === 'string' && sameId(row.GroupId, groupId))
    .map((row) => String(row.UserOrGroupId))
  if (members.length === 0) return
  for (const user of sandbox.users) user.isActive = members.some((id) => sameId(id, user.id))
  await sandbox.saveUsers()
}
