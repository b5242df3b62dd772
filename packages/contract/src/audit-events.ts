/** A kind of event of the audit log: what the log says of it, and where it happens. */
interface AuditEventKind {
  label: string
  /** `installation` events belong to no workspace. */
  of: 'installation' | 'workspace'
}

const ofInstallation = (label: string): AuditEventKind => ({ label, of: 'installation' })
const ofWorkspace = (label: string): AuditEventKind => ({ label, of: 'workspace' })

/** Every kind of event that the audit log records, by the name that the log and its export use. */
export const auditEvents = {
  'user.registered': ofInstallation('Account created'),
  'user.signedIn': ofInstallation('Signed in'),
  'user.signInFailed': ofInstallation('Sign-in failed'),
  'user.lockedOut': ofInstallation('Account locked after failed sign-ins'),
  'user.signedOut': ofInstallation('Signed out'),
  'user.refreshTokenReused': ofInstallation('Session ended because an old token was used again'),
  'user.passwordResetRequested': ofInstallation('Password reset requested'),
  'user.passwordReset': ofInstallation('Password reset'),
  'user.passwordChanged': ofInstallation('Password changed'),
  'user.emailChanged': ofInstallation('Email address changed'),
  'user.emailConfirmed': ofInstallation('Email address confirmed'),
  'user.profileChanged': ofInstallation('Profile changed'),
  'account.disabled': ofInstallation('Account disabled'),
  'account.enabled': ofInstallation('Account enabled'),
  'account.signedOut': ofInstallation('Account signed out everywhere'),
  'account.passwordResetMailed': ofInstallation('Password reset mailed by a global administrator'),
  'account.passwordResetLinkShown': ofInstallation('Password reset link shown to a global administrator'),
  'server.accountsRead': ofInstallation('Accounts viewed'),
  'server.started': ofInstallation('Server started'),
  'server.administratorLinkPrinted': ofInstallation('One-time link for a global administrator printed'),
  'server.undeliveredMailRead': ofInstallation('Undelivered mail viewed'),
  'server.outboxRead': ofInstallation('Waiting mail viewed'),
  'auditLog.exported': ofWorkspace('Audit log exported'),
  'auditLog.installationExported': ofInstallation('Audit log of the installation exported'),
  'workspace.created': ofWorkspace('Workspace created'),
  'workspace.updated': ofWorkspace('Workspace settings changed'),
  'workspace.ownerChanged': ofWorkspace('Owner changed'),
  'workspace.deleted': ofWorkspace('Workspace deleted'),
  'workspace.accessTokenRead': ofWorkspace('CLI access token shown'),
  'workspace.visitedByGlobalAdministrator': ofWorkspace('Visited by a global administrator'),
  'member.accessLevelChanged': ofWorkspace('Role changed'),
  'member.removed': ofWorkspace('Member removed'),
  'member.left': ofWorkspace('Member left'),
  'invitation.created': ofWorkspace('Invitation sent'),
  'invitation.extended': ofWorkspace('Invitation renewed'),
  'invitation.tokenRead': ofWorkspace('Invitation link shown'),
  'invitation.deleted': ofWorkspace('Invitation deleted'),
  'invitation.accepted': ofWorkspace('Invitation accepted'),
  'invitation.rejected': ofWorkspace('Invitation declined'),
  'onboarding.started': ofWorkspace('Workspace set up by onboarding'),
  'stack.created': ofWorkspace('Stack created'),
  'stack.updated': ofWorkspace('Stack settings changed'),
  'stack.credentialsSet': ofWorkspace('Stack connected to an org'),
  'stack.encryptionKeyRead': ofWorkspace('Encryption key shown'),
  'stack.collaboratorInvited': ofWorkspace('Collaborator invited'),
  'stack.collaboratorRemoved': ofWorkspace('Collaborator removed'),
  'stack.deleted': ofWorkspace('Stack deleted'),
  'repository.pushed': ofWorkspace('Pushed to the repository'),
  'environment.created': ofWorkspace('Environment created'),
  'environment.updated': ofWorkspace('Environment settings changed'),
  'environment.credentialsSet': ofWorkspace('Environment credentials changed'),
  'environment.unlocked': ofWorkspace('Environment unlocked'),
  'environment.deleted': ofWorkspace('Environment deleted'),
  'job.submitted': ofWorkspace('Jobs started'),
  'job.cancellationRequested': ofWorkspace('Job cancelled'),
  'inquiry.answered': ofWorkspace('Question answered'),
  'conflict.fileSaved': ofWorkspace('Conflict file edited'),
  'conflict.filesResolved': ofWorkspace('Conflict files resolved'),
  'conflict.filesReset': ofWorkspace('Conflict files reset'),
  'schedule.created': ofWorkspace('Schedule created'),
  'schedule.updated': ofWorkspace('Schedule changed'),
  'schedule.enabled': ofWorkspace('Schedule enabled'),
  'schedule.disabled': ofWorkspace('Schedule disabled'),
  'schedule.deleted': ofWorkspace('Schedule deleted'),
  'webhook.created': ofWorkspace('Webhook created'),
  'webhook.updated': ofWorkspace('Webhook changed'),
  'webhook.secretReplaced': ofWorkspace('Webhook secret replaced'),
  'webhook.deleted': ofWorkspace('Webhook deleted'),
} as const satisfies Record<string, AuditEventKind>

/** The name of a kind of event. */
export type AuditAction = keyof typeof auditEvents

/** Whether this release knows a kind of event of this name. */
export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(auditEvents, action)

/** The names of all kinds of events, in the order in which lists offer them. */
export const auditActions: readonly AuditAction[] = Object.keys(auditEvents).filter(isAuditAction)

/** The kinds of events that happen in workspaces. */
export const workspaceAuditActions = auditActions.filter((action) => auditEvents[action].of === 'workspace')

/** What the console calls an event; a name that this release does not know stands as it is. */
export const auditLabel = (action: string): string =>
  isAuditAction(action) ? auditEvents[action].label : action
