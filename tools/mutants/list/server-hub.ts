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
  {
    id: 'server/hub/ended-session-stays',
    file: 'apps/server/src/hub/hub.ts',
    from: 'if (data.kind === endedSessionsKind) rooms.recheckUsers(data.ids)',
    to: '',
    tests: ['apps/server/src/hub/presence.test.ts'],
    title: 'by a changed password|his other browser',
  },
  {
    id: 'server/hub/sign-out-not-announced',
    file: 'apps/server/src/users/session-store.ts',
    from: 'if (ended) await announceEndedSessions(tx, ended.userId)',
    to: '',
    tests: ['apps/server/src/hub/presence.test.ts'],
    title: 'by a changed password|his other browser',
  },
]
