import type { Mutant } from '../mutant.ts'

export const serverMutants: readonly Mutant[] = [
  {
    id: 'server/users/changed-password-not-stored',
    file: 'apps/server/src/users/operations/change-password.ts',
    from: `    await replacePassword(tx, { userId: caller.userId, passwordHash, now })
`,
    to: '',
    tests: ['apps/server/src/users/accounts.test.ts'],
    title: 'opens the account',
  },
  {
    id: 'server/durable/second-cancellation-overwrites',
    file: 'apps/server/src/durable/enqueue.ts',
    from: ', eq(job.cancellationIsRequested, false)',
    to: '',
    tests: ['apps/server/src/jobs/operations.test.ts'],
    title: 'keeps who asked first',
  },
  {
    id: 'server/api/artifact-of-another-job',
    file: 'apps/server/src/api/scope.ts',
    from: "is(artifact.jobId, ids['jobId']), ",
    to: '',
    tests: ['apps/server/src/jobs/operations.test.ts'],
    title: 'of another job',
  },
]
