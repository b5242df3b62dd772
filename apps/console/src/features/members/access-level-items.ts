import type { AccessLevel } from '@sluice/contract/access-levels'

/** The roles as a select shows them, lowest first. */
export const accessLevelItems: Readonly<Record<AccessLevel, string>> = {
  Reader: 'Reader',
  Operator: 'Operator',
  Contributor: 'Contributor',
  Administrator: 'Administrator',
}

/** What each role adds to the ones before it. */
export const accessLevelHints: Readonly<Record<AccessLevel, string>> = {
  Reader: 'Sees everything except secrets, and starts jobs that change nothing.',
  Operator: 'Also creates stacks, environments and schedules, and does everything with its own.',
  Contributor: 'Also does everything with those of others, except deleting them.',
  Administrator: 'Also deletes those of others, and manages members and invitations.',
}
