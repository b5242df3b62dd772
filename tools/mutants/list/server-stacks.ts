import type { Mutant } from '../mutant.ts'

export const serverStacksMutants: readonly Mutant[] = [
  {
    id: 'server/stacks/password-sent-to-new-host',
    file: 'apps/server/src/stacks/operations/update.ts',
    from: '    refuseStoredPasswordElsewhere(stack, body)',
    to: '',
    tests: ['apps/server/src/stacks/repository-address.test.ts'],
  },
  {
    id: 'server/stacks/address-not-checked-on-update',
    file: 'apps/server/src/stacks/operations/update.ts',
    from: 'if (body.gitRepositoryUrl !== undefined) await requireRepositoryAddress(ctx, body.gitRepositoryUrl)',
    to: '',
    tests: ['apps/server/src/stacks/repository-address.test.ts'],
  },
  {
    id: 'server/stacks/address-not-checked-on-creation',
    file: 'apps/server/src/stacks/operations/create.ts',
    from: 'if (customRepository) await requireRepositoryAddress(ctx, customRepository.url)',
    to: '',
    tests: ['apps/server/src/stacks/repository-address.test.ts'],
  },
  {
    id: 'server/stacks/seal-not-bound-to-origin',
    file: 'apps/server/src/stacks/git-password.ts',
    from: 'origin: originOf(gitRepositoryUrl),',
    to: '',
    tests: ['apps/server/src/stacks/repository-address.test.ts'],
  },
  {
    id: 'server/stacks/repository-forgotten',
    file: 'apps/server/src/stacks/operations/delete.ts',
    from: 'await releaseRepository(tx, stackId, ctx.clock.now())',
    to: '',
    tests: ['apps/server/src/stacks/delete-stack.test.ts'],
  },
]
