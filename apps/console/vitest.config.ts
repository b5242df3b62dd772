import { defineConfig } from 'vitest/config'

/** Pure rules, in Node. What needs a page is in vitest.browser.config.ts: a project file can hold one project only. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['source', 'module', 'import', 'default'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    name: 'unit',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    sequence: { shuffle: { files: false, tests: true } },
  },
})
