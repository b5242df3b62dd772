import type { Mutant } from '../mutant.ts'

export const serverDurableMutants: readonly Mutant[] = [
  {
    id: 'server/environments/endless-lock-wait',
    file: 'apps/server/src/environments/environment-lock.ts',
    from: 'if (remaining <= 0)',
    to: 'if (remaining <= -86_400_000)',
    tests: ['apps/server/src/environments/environment-lock.test.ts'],
    title: 'for 60 minutes',
  },
  {
    id: 'server/durable/passive-time-overwritten',
    file: 'apps/server/src/durable/job-wait.ts',
    from: 'sql`${job.passiveMilliseconds} + ${waited}`',
    to: 'waited',
    tests: ['apps/server/src/worker/worker.test.ts'],
    title: 'passive time of a job',
  },
]
