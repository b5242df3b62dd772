import type { Mutant } from '../mutant.ts'

const connections = ['apps/console/src/features/salesforce-connection/connection-methods.browser.test.tsx']
const callback = ['apps/console/src/features/salesforce-connection/callback.browser.test.tsx']
const settings = ['apps/console/src/features/stacks/stack-connections.browser.test.tsx']
const deletion = ['apps/console/src/features/stacks/stack-settings.browser.test.tsx']
const access = ['apps/console/src/features/repository-access/repository-access.browser.test.tsx']
const collaborators = ['apps/server/src/stacks/collaborators.test.ts']
const invitations = ['apps/server/src/git-host/collaborator-invitation.test.ts']
const webServer = ['apps/server/src/stacks/web-server-sign-in.test.ts']

export const stacksAndAccessMutants: readonly Mutant[] = [
  {
    id: 'console/connection/security-token-forgotten',
    file: 'apps/console/src/features/salesforce-connection/password-connection.tsx',
    from: "password: password + (securityToken ?? '')",
    to: 'password',
    tests: connections,
  },
  {
    id: 'console/connection/sandbox-taken-for-production',
    file: 'apps/console/src/features/salesforce-connection/connection.ts',
    from: "if (orgType !== 'Production') throw",
    to: 'if (orgType === null) throw',
    tests: connections,
  },
  {
    id: 'console/connection/every-callback-is-taken',
    file: 'apps/console/src/features/salesforce-connection/callback-channel.ts',
    from: 'if (!data.answer || !began(data.answer.state)) return',
    to: 'if (!data.answer) return',
    tests: connections,
  },
  {
    id: 'console/connection/callback-is-taken-twice',
    file: 'apps/console/src/features/salesforce-connection/callback-channel.ts',
    from: '    if (taken.has(state)) return\n',
    to: '',
    tests: callback,
  },
  {
    id: 'console/connection/code-stays-in-the-address',
    file: 'apps/console/src/features/salesforce-connection/callback.route.tsx',
    from: "    void router.navigate({ to: '/salesforce/callback', replace: true })\n",
    to: '',
    tests: callback,
  },
  {
    id: 'console/connection/refused-app-called-a-wrong-address',
    file: 'apps/console/src/features/salesforce-connection/run-device-code-sign-in.ts',
    from: 'if (isRefused && details !== null)',
    to: 'if (isRefused && details === undefined)',
    tests: connections,
  },
  {
    id: 'console/settings/git-credentials-saved-untried',
    file: 'apps/console/src/features/stacks/git-connection-settings.tsx',
    from: '      await client.stacks.validateGitCredentials({ body })\n',
    to: '',
    tests: settings,
  },
  {
    id: 'console/settings/empty-password-clears-the-stored-one',
    file: 'apps/console/src/features/stacks/git-connection-settings.tsx',
    from: "      if (password === '') return change({ gitRepositoryUrl, gitUsername })\n",
    to: '',
    tests: settings,
  },
  {
    id: 'console/settings/api-version-mode-refreshes-nothing',
    file: 'apps/console/src/features/stacks/api-version-setting.tsx',
    from: '      refresh()\n',
    to: '',
    tests: settings,
  },
  {
    id: 'console/settings/stack-deleted-without-its-name',
    file: 'apps/console/src/platform/ui/confirm-dialog.tsx',
    from: 'typedText === undefined || typed.trim() === typedText',
    to: 'true',
    tests: deletion,
  },
  {
    id: 'console/access/token-shown-again',
    file: 'apps/console/src/features/repository-access/invite-dialog.tsx',
    from: '    forget()\n',
    to: '',
    tests: access,
  },
  {
    id: 'server/access/expired-invitation-is-accepted',
    file: 'apps/server/src/git-host/collaborator-invitation.ts',
    from: '        gt(repositoryCollaborator.invitationExpiresUtc, now),\n',
    to: '',
    tests: invitations,
  },
  {
    id: 'server/access/removal-knows-case',
    file: 'apps/server/src/stacks/collaborator-store.ts',
    from: 'lower(${repositoryCollaborator.username}) = lower(${username})',
    to: '${repositoryCollaborator.username} = ${username}',
    tests: collaborators,
  },
  {
    id: 'server/access/expired-shows-as-pending',
    file: 'apps/server/src/stacks/collaborator-store.ts',
    from: "status === 'InvitationPending' && isOver ? 'InvitationExpired' : status",
    to: 'isOver ? status : status',
    tests: collaborators,
  },
  {
    id: 'server/stacks/secret-of-the-server-for-another-app',
    file: 'apps/server/src/stacks/operations/complete-web-server-sign-in.ts',
    from: 'const clientSecret = isOfServer ? begun.clientSecret : body.clientSecret',
    to: 'const clientSecret = ofServer.clientSecret',
    tests: webServer,
  },
  {
    id: 'server/stacks/new-stack-forgets-the-secret-of-its-app',
    file: 'apps/server/src/stacks/new-stack.ts',
    from: 'salesforce.app?.clientSecret ?? null',
    to: 'null',
    tests: webServer,
  },
]
