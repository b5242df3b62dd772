import type { Mutant } from '../mutant.ts'

export const serverGitHostMutants: readonly Mutant[] = [
  {
    id: 'server/git-host/token-opens-other-repositories',
    file: 'apps/server/src/git-host/authenticate.ts',
    from: 'credential.repositoryId !== repository.id',
    to: 'false',
    tests: ['apps/server/src/git-host/authenticate.test.ts'],
  },
  {
    id: 'server/git-host/read-only-collaborator-pushes',
    file: 'apps/server/src/git-host/authenticate.ts',
    from: 'isReadOnly: isReadOnly || row.isReadOnly',
    to: 'isReadOnly',
    tests: ['apps/server/src/git-host/authenticate.test.ts'],
  },
  {
    id: 'server/git-host/right-password-keeps-failed-attempts',
    file: 'apps/server/src/git-host/password-check.ts',
    from: 'await ctx.database.asSystem((tx) => clearAttempts(tx, user.id))',
    to: '',
    tests: ['apps/server/src/git-host/authenticate.test.ts'],
  },
]
