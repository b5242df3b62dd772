import type { Mutant } from '../mutant.ts'

export const serverOutgoingMutants: readonly Mutant[] = [
  {
    id: 'server/outgoing/mixed-dns-answer',
    file: 'apps/server/src/platform/outgoing/outgoing-addresses.ts',
    from: 'found.every(({ address }) => isPublicAddress(address))',
    to: 'found.some(({ address }) => isPublicAddress(address))',
    tests: ['apps/server/src/platform/outgoing/outgoing-addresses.test.ts'],
  },
  {
    id: 'server/outgoing/connection-not-pinned',
    file: 'apps/server/src/platform/outgoing/outgoing-addresses.ts',
    from: '{ resolvedAddress: first.address }',
    to: '{}',
    tests: ['apps/server/src/platform/outgoing/outgoing-addresses.test.ts'],
  },
  {
    id: 'server/outgoing/only-private-ranges-refused',
    file: 'apps/server/src/platform/outgoing/public-address.ts',
    from: "if (parsed.range() !== 'unicast') return false",
    to: "if (parsed.range() === 'private') return false",
    tests: ['apps/server/src/platform/outgoing/public-address.test.ts'],
  },
  {
    id: 'server/outgoing/unassigned-ipv6-is-public',
    file: 'apps/server/src/platform/outgoing/public-address.ts',
    from: 'parsed.match(globalUnicast)',
    to: 'true',
    tests: ['apps/server/src/platform/outgoing/public-address.test.ts'],
  },
  {
    id: 'server/outgoing/job-calls-internal-repository',
    file: 'apps/server/src/commands/steps/branch/git-remote.ts',
    from: 'const route = await routeTo(ctx, url)',
    to: 'const route = {}',
    tests: ['apps/server/src/commands/steps/branch/git-remote.test.ts'],
  },
]
