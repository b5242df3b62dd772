import type { Mutant } from '../mutant.ts'

export const gitHubMutants: readonly Mutant[] = [
  {
    id: 'github/takes-any-repository-of-the-name',
    file: 'apps/server/src/commands/initialize-stack/repository-at-github.ts',
    from: '(found.description.includes(stackId) ? found : null)',
    to: 'found',
    tests: ['apps/server/src/commands/initialize-stack/repository-at-github.test.ts'],
  },
  {
    id: 'github/makes-a-second-repository',
    file: 'apps/server/src/commands/initialize-stack/repository-at-github.ts',
    from: "      return found === null ? 'notDone' : { done: ofStack(found) }",
    to: "      return found === null || ofStack(found) !== null ? 'notDone' : { done: null }",
    tests: ['apps/server/src/commands/initialize-stack/repository-at-github.test.ts'],
  },
  {
    id: 'github/keeps-a-token-that-ends',
    file: 'apps/server/src/github/github-session.ts',
    from: 'Date.parse(kept.expiresAt) - Date.now() > leastTokenMs',
    to: "kept.token !== ''",
    tests: ['apps/server/src/github/github.test.ts'],
  },
  {
    id: 'github/token-for-every-repository',
    file: 'apps/server/src/github/github-session.ts',
    from: '          repositoryIds: [repositoryId],\n',
    to: '',
    tests: ['apps/server/src/github/github.test.ts'],
  },
  {
    id: 'github/sweeps-what-has-the-name',
    file: 'apps/server/src/worker/github-sweep.ts',
    from: 'description.includes(stackId) : id === gitHubId',
    to: "description.includes(stackId) : id !== ''",
    tests: ['apps/server/src/stacks/github-stacks.test.ts'],
  },
  {
    id: 'github/limit-is-a-missing-permission',
    file: 'apps/server/src/github/read-github-error.ts',
    from: '(status === 403 && isLimited)',
    to: '(status === 403 && !isLimited)',
    tests: ['apps/server/src/github/github.test.ts'],
  },
  {
    id: 'github/half-a-configuration-starts',
    file: 'apps/server/src/platform/config/github-config.ts',
    from: '  if (!isWanted) return []',
    to: '  if (isWanted) return []',
    tests: ['apps/server/src/platform/config/read-config.test.ts'],
  },
]
