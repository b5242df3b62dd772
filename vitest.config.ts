import { defineConfig } from 'vitest/config'

/** Tests run against the sources of the packages, so that no build can be stale. */
const fromSources = { resolve: { conditions: ['source', 'module', 'node', 'import', 'default'] }, ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'], externalConditions: ['node', 'import', 'default'] } } }

const project = (name: string, include: string[], extra: object = {}) => ({
  ...fromSources,
  test: { name, include, environment: 'node', pool: 'threads', testTimeout: 30_000, hookTimeout: 60_000, ...extra },
})

export default defineConfig({
  test: {
    projects: [
      project('packages', ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'apps/merge/src/**/*.test.ts']),
      project('server', ['apps/server/src/**/*.test.ts', 'apps/server/test/**/*.test.ts']),
      project('tools', ['tools/**/*.test.ts']),
      './apps/console/vitest.config.ts',
    ],
  },
})
