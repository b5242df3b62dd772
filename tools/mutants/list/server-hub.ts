import type { Mutant } from '../mutant.ts'

export const serverHubMutants: readonly Mutant[] = [
  {
    id: 'server/hub/token-of-another-member',
    file: 'apps/server/src/hub/hub-connection.ts',
    from: 'this.#claims.userId !== claims?.userId',
    to: 'false',
    tests: ['apps/server/src/hub/hub.test.ts'],
    title: "nobody with another member's token",
  },
  {
    id: 'server/hub/expired-token-stays',
    file: 'apps/server/src/hub/hub-connection.ts',
    from: 'this.#expireAt(claims.expiresUtc)',
    to: '',
    tests: ['apps/server/src/hub/presence.test.ts'],
    title: 'whose token expires',
  },
]
