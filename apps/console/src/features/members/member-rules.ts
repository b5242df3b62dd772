import type { Member } from '@sluice/contract/member'

export const nameOf = ({ userFirstName, userLastName }: Member): string => `${userFirstName} ${userLastName}`

export const firstReason = (reasons: readonly (string | null)[]): string | null =>
  reasons.find((reason) => reason !== null) ?? null

/** Why a member cannot be removed by anybody, or null. */
export function whyNotRemove(member: Member, ownerUserId: string | null): string | null {
  if (member.status !== 'Active') return 'Only active members can be removed.'
  return member.userId === ownerUserId ? 'The owner of the workspace cannot be removed.' : null
}

/** Why the chosen members cannot become the owner, or null. */
export function whyNotMakeOwner(members: readonly Member[], ownerUserId: string | null): string | null {
  const [member, ...more] = members
  if (!member) return null
  if (more.length > 0) return 'Only one member can be the owner.'
  if (member.status !== 'Active') return 'Only an active member can be the owner.'
  return member.userId === ownerUserId ? 'This member already is the owner.' : null
}

export const whyNotChangeAccessLevel = (member: Member): string | null =>
  member.status === 'Active' ? null : 'Only active members have a role.'
