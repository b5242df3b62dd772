import type { Mutant } from '../mutant.ts'

export const serverUsersMutants: readonly Mutant[] = [
  {
    id: 'server/users/closed-server-registers',
    file: 'apps/server/src/users/operations/register.ts',
    from: 'if (!isFirst) await requireRegistration(ctx, tx, emailAddress)',
    to: '',
    tests: ['apps/server/src/users/registration.test.ts'],
  },
  {
    id: 'server/users/first-account-refused',
    file: 'apps/server/src/users/operations/register.ts',
    from: 'if (!isFirst) await',
    to: 'await',
    tests: ['apps/server/src/users/registration.test.ts'],
  },
  {
    id: 'server/users/expired-invitation-registers',
    file: 'apps/server/src/workspaces/invitation-store.ts',
    from: 'gt(invitation.validUntilUtc, now),',
    to: '',
    tests: ['apps/server/src/users/registration.test.ts'],
  },
  {
    id: 'server/users/mail-shown-to-everybody',
    file: 'apps/server/src/users/operations/list-undelivered-mail.ts',
    from: "if (!caller.isGlobalAdministrator) throw new AppError('userNotAuthorized')",
    to: '',
    tests: ['apps/server/src/users/undelivered-mail.test.ts'],
  },
  {
    id: 'server/users/refused-comparison-for-nobody-stays-refused',
    file: 'apps/server/src/users/password-hash.ts',
    from: 'dummy = undefined',
    to: '',
    tests: ['apps/server/src/users/password-hash.test.ts'],
  },
]
