import { type AccessLevel, accessLevels } from './access-levels.ts'
import type { MissingAuthorization } from './problem-details.ts'

/** `own` = only on objects that the actor created (of a job: started; of a membership: is). */
type Reach = 'none' | 'own' | 'any'
interface Rule {
  resource: string
  /** Reach of Reader, Operator, Contributor, Administrator and the workspace's owner. */
  reach: readonly [Reach, Reach, Reach, Reach, Reach]
}

const rule = (resource: string, ...reach: Rule['reach']): Rule => ({ resource, reach })
const everyone = ['any', 'any', 'any', 'any', 'any'] as const
const administrators = ['none', 'none', 'none', 'any', 'any'] as const
const ownerOnly = ['none', 'none', 'none', 'none', 'any'] as const
const ownThenAny = ['none', 'own', 'any', 'any', 'any'] as const
const ownUntilAdministrator = ['none', 'own', 'own', 'any', 'any'] as const
const startedThenAny = ['own', 'own', 'any', 'any', 'any'] as const
const creators = ['none', 'any', 'any', 'any', 'any'] as const

/** Who may do what in a workspace. */
export const permissions = {
  readWorkspace: rule('Workspace', ...everyone),
  updateWorkspace: rule('Workspace', ...administrators),
  changeWorkspaceOwner: rule('Workspace', ...ownerOnly),
  deleteWorkspace: rule('Workspace', ...ownerOnly),
  readAccessToken: rule('Workspace', ...administrators),
  readAuditLog: rule('Workspace', ...administrators),
  createInvitation: rule('Invitation', ...administrators),
  extendInvitation: rule('Invitation', ...administrators),
  deleteInvitation: rule('Invitation', ...administrators),
  readInvitationToken: rule('Invitation', ...administrators),
  changeAccessLevel: rule('Member', ...administrators),
  manageWebhooks: rule('Webhook', ...administrators),
  removeMember: rule('Member', 'own', 'own', 'own', 'any', 'any'),
  createStack: rule('Stack', ...creators),
  initializeStack: rule('Stack', ...ownThenAny),
  updateStack: rule('Stack', ...ownThenAny),
  deleteStack: rule('Stack', ...ownUntilAdministrator),
  readEncryptionKey: rule('Stack', ...ownUntilAdministrator),
  manageCollaborators: rule('Stack', ...ownThenAny),
  createEnvironment: rule('Environment', ...creators),
  updateEnvironment: rule('Environment', ...ownThenAny),
  unlockEnvironment: rule('Environment', ...ownThenAny),
  deleteEnvironment: rule('Environment', ...ownUntilAdministrator),
  startFlow: rule('Environment', ...ownThenAny),
  startCheckOnlyFlow: rule('Environment', ...everyone),
  runApexTests: rule('Environment', ...everyone),
  submitJobs: rule('Stack', ...everyone),
  cancelJob: rule('Job', ...startedThenAny),
  answerInquiry: rule('Inquiry', ...startedThenAny),
  resolveConflict: rule('Conflict', ...startedThenAny),
  createSchedule: rule('Schedule', ...creators),
  updateSchedule: rule('Schedule', ...ownThenAny),
  deleteSchedule: rule('Schedule', ...ownUntilAdministrator),
} satisfies Record<string, Rule>

/** Something that may be allowed or refused; the word that a missing authorization names. */
export type Operation = keyof typeof permissions

/** Who asks. Without a level and without the administrator's flag the actor is a stranger. */
export interface Actor {
  userId: string
  accessLevel: AccessLevel | null
  isOwner: boolean
  isGlobalAdministrator: boolean
}

/** Whose thing it is: `createdByUserId` of the object that the operation acts on, null when nobody's. */
export interface Subject {
  createdByUserId: string | null
}

/**
 * What the actor lacks for the operation, or null when it is allowed.
 * Denies whatever is not stated; a global administrator may do everything.
 */
export function missingAuthorizations(
  actor: Actor,
  operation: Operation,
  subject?: Subject,
): MissingAuthorization[] | null {
  if (actor.isGlobalAdministrator) return null
  const { resource, reach } = permissions[operation]
  const allowed = reachOf(actor, reach)
  if (allowed === 'any') return null
  if (allowed === 'own' && subject?.createdByUserId === actor.userId) return null
  return [{ operation, resource }]
}

/** Nobody grants a level above their own; the owner grants every level. */
export function canGrantAccessLevel(actor: Actor, level: AccessLevel): boolean {
  if (actor.isGlobalAdministrator || actor.isOwner) return true
  return actor.accessLevel !== null && accessLevels.indexOf(level) <= accessLevels.indexOf(actor.accessLevel)
}

/** The reason to show on a disabled control, or null when the operation is allowed. */
export function notAllowedReason(actor: Actor, operation: Operation, subject?: Subject): string | null {
  return missingAuthorizations(actor, operation, subject)
    ? 'You do not have permission to perform this operation.'
    : null
}

function reachOf(actor: Actor, reach: Rule['reach']): Reach {
  if (actor.isOwner) return reach[4]
  if (actor.accessLevel === null) return 'none'
  return reach[accessLevels.indexOf(actor.accessLevel)] ?? 'none'
}
