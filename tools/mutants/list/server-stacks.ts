import type { Mutant } from '../mutant.ts'

export const serverStacksMutants: readonly Mutant[] = [
  {
    id: 'server/stacks/anybody-completes-a-sign-in',
    file: 'apps/server/src/stacks/web-server-state.ts',
    from: 'opened.binding !== binding || ',
    to: '',
    tests: ['apps/server/src/stacks/web-server-sign-in.test.ts'],
  },
  {
    id: 'server/stacks/sign-in-is-completed-twice',
    file: 'apps/server/src/stacks/web-server-state.ts',
    from: 'return inserted.length === 0 ? null : opened',
    to: 'return inserted.length < 0 ? null : opened',
    tests: ['apps/server/src/stacks/web-server-sign-in.test.ts'],
  },
  {
    id: 'server/stacks/code-without-its-verifier',
    file: 'packages/salesforce/src/auth/web-server-flow.ts',
    from: '    code_verifier: codeVerifier,\n',
    to: '',
    tests: ['apps/server/src/stacks/web-server-sign-in.test.ts'],
  },
  {
    id: 'server/stacks/code-without-the-secret',
    file: 'packages/salesforce/src/auth/web-server-flow.ts',
    from: '...(clientSecret === undefined ? {} : { client_secret: clientSecret }),',
    to: '',
    tests: ['apps/server/src/stacks/web-server-sign-in.test.ts'],
  },
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
