import type { Mutant } from '../mutant.ts'

export const serverStacksMutants: readonly Mutant[] = [
  {
    id: 'server/stacks/repository-forgotten',
    file: 'apps/server/src/stacks/operations/delete.ts',
    from: 'await releaseRepository(tx, stackId, ctx.clock.now())',
    to: '',
    tests: ['apps/server/src/stacks/delete-stack.test.ts'],
  },
]
