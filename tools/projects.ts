/** The Vitest projects of `npm test` besides those of pages: Vitest can only name the projects to run, not those to leave out. */
export const codeProjects = ['e2e', 'packages', 'server', 'server-calls', 'tools', 'unit']

/** The Vitest projects of pages. */
export const pageProjects = ['pages*']

/**
 * The two runs. A file with `.full` in its name, such as `x.full.test.ts`, `x.full.browser.test.tsx` or `x.full.e2e.ts`,
 * belongs to `npm run test:full`, every other one to `npm test`. What the runners get, and what their reports end with.
 */
export const runs = {
  normal: {
    vitest: [],
    playwright: [String.raw`(?<!\.full)\.e2e\.ts$`],
    env: { LEAVE_OUT_FULL_TESTS: 'yes' },
    suffix: '',
  },
  full: {
    vitest: ['.full.'],
    playwright: [String.raw`\.full\.e2e\.ts$`],
    // Said in words, because a run that a test of `npm test` starts inherits the other value.
    env: { LEAVE_OUT_FULL_TESTS: 'no' },
    suffix: '-full',
  },
}

/** What the projects of Vitest leave out: its option `--exclude` does not reach projects. */
export const leftOut = (): string[] => (process.env.LEAVE_OUT_FULL_TESTS === 'yes' ? ['**/*.full.*'] : [])
