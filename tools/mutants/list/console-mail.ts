import type { Mutant } from '../mutant.ts'

const tests = ['apps/console/src/features/undelivered-mail/undelivered-mail.browser.test.tsx']

export const consoleMailMutants: readonly Mutant[] = [
  {
    id: 'console/undelivered-mail/page-for-everybody',
    file: 'apps/console/src/features/undelivered-mail/undelivered-mail.route.tsx',
    from: 'if (context.session.user()?.isGlobalAdministrator !== true) throw redirect(toNotFound(location))',
    to: '',
    tests,
  },
  {
    id: 'console/undelivered-mail/entry-for-everybody',
    file: 'apps/console/src/app/shell/user-menu.tsx',
    from: '{user.isGlobalAdministrator ? (',
    to: '{user.emailAddress ? (',
    tests,
  },
  {
    id: 'console/undelivered-mail/cut-list-passed-off-as-whole',
    file: 'apps/console/src/features/undelivered-mail/undelivered-mail.route.tsx',
    from: 'data?.length === limits.undeliveredMail',
    to: 'data?.length === -1',
    tests,
  },
]
