import type { Mutant } from '../mutant.ts'

export const serverHttpMutants: readonly Mutant[] = [
  {
    id: 'server/config/hostname-pattern',
    file: 'apps/server/src/platform/config/addresses.ts',
    from: '){2,}$/i',
    to: '){1,}$/i',
    tests: ['apps/server/src/platform/config/read-config.test.ts'],
  },
  {
    id: 'server/http/all-failed-attempts-forgotten',
    file: 'apps/server/src/platform/failed-attempts.ts',
    from: 'if (oldest !== undefined) counts.delete(oldest)',
    to: 'counts.clear()',
    tests: ['apps/server/src/platform/failed-attempts.test.ts'],
  },
  {
    id: 'server/http/ipv6-address-not-grouped',
    file: 'apps/server/src/platform/client-network.ts',
    from: '.slice(0, 4)',
    to: '',
    tests: ['apps/server/src/platform/client-network.test.ts'],
  },
  {
    id: 'server/api/users-share-a-limit',
    file: 'apps/server/src/api/rate-limits.ts',
    from: 'isPerUser && request.caller ? request.caller.userId : networkOf(request.ip)',
    to: 'networkOf(request.ip)',
    tests: ['apps/server/src/api/rate-limits.test.ts'],
  },
  {
    id: 'server/api/successful-sign-in-counts',
    file: 'apps/server/src/api/rate-limits.ts',
    from: 'if (reply.statusCode < 400) failures.remove(networkOf(ip))',
    to: '',
    tests: ['apps/server/src/api/rate-limits.test.ts'],
  },
  {
    id: 'server/api/nul-in-address',
    file: 'apps/server/src/api/unreadable-address.ts',
    from: "if (url.includes('%00')) return refusedAddress",
    to: '',
    tests: ['apps/server/src/api/hostile-requests.test.ts'],
  },
  {
    id: 'server/api/foreign-host',
    file: 'apps/server/src/api/foreign-address.ts',
    from: '!isOwnHost(config, headers)',
    to: 'false',
    tests: ['apps/server/src/api/hostile-requests.test.ts'],
  },
  {
    id: 'server/api/foreign-page',
    file: 'apps/server/src/api/foreign-address.ts',
    from: '!isOwnPage(config, headers)',
    to: 'false',
    tests: ['apps/server/src/api/hostile-requests.test.ts'],
  },
  {
    id: 'server/api/framed-page',
    file: 'apps/server/src/api/security-headers.ts',
    from: "xFrameOptions: { action: 'deny' },",
    to: '',
    tests: ['apps/server/src/api/hostile-requests.test.ts'],
  },
]
