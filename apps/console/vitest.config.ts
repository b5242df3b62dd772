import { defineConfig } from 'vitest/config'
import { leftOut } from '../../tools/projects.ts'

/** Pure rules, in Node. What needs a page is in vitest.browser.config.ts: a project file can hold one project only. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    name: 'unit',
    include: ['src/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...leftOut()],
    environment: 'node',
    // A machine that is busy with other tests makes these slow, not wrong.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { shuffle: { files: false, tests: true } },
  },
})
