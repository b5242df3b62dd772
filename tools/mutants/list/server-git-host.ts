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
  {
    id: 'server/git-host/waiting-client-keeps-its-place',
    file: 'apps/server/src/platform/limit-concurrency.ts',
    from: "signal.addEventListener('abort', giveUp, { once: true })",
    to: '',
    tests: ['apps/server/src/platform/limit-concurrency.test.ts'],
  },
  {
    id: 'server/git-host/no-limit-per-workspace',
    file: 'apps/server/src/git-host/git-places.ts',
    from: 'mostOfOne(work, inside) < perWorkspace',
    to: 'true',
    tests: ['apps/server/src/git-host/git-places.test.ts'],
  },
  {
    id: 'server/git-host/no-limit-per-person',
    file: 'apps/server/src/git-host/git-places.ts',
    from: 'return Math.max(ofWorkspace, ofPerson)',
    to: 'return ofWorkspace',
    tests: ['apps/server/src/git-host/git-places.test.ts'],
  },
  {
    id: 'server/git-host/no-places-for-jobs',
    file: 'apps/server/src/git-host/git-places.ts',
    from: 'total - forJobs',
    to: 'total',
    tests: ['apps/server/src/git-host/git-places.test.ts'],
  },
  {
    id: 'server/git-host/job-credential-counts-as-a-guess',
    file: 'apps/server/src/git-host/git-host.ts',
    from: '|| authentication.isOfJob',
    to: '',
    tests: ['apps/server/src/git-host/git-limits.test.ts'],
    title: 'after its end',
  },
  {
    id: 'server/git-host/refusal-without-reason',
    file: 'apps/server/src/git-host/serve-git.ts',
    from: 'if (refusal !== null) return await refusePush(reply, push, refusal)',
    to: 'if (refusal !== null) return await sendText(reply, 403, refusal)',
    tests: ['apps/server/src/git-host/git-push.test.ts'],
    title: 'reason of a refusal|neither rewound',
  },
]
