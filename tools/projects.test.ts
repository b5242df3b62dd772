import { expect, test } from 'vitest'
import unit from '../apps/console/vitest.config.ts'
import config from '../vitest.config.ts'
import { codeProjects } from './projects.mjs'
import { sourceFiles } from './source-files.ts'

test('npm test runs every project of Vitest, except for the long one', () => {
  const named = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  )
  const pages = './apps/console/vitest.browser.config.ts'
  expect(named.toSorted()).toEqual(
    [
      ...codeProjects.filter((name) => name !== unit.test?.name),
      './apps/console/vitest.config.ts',
      pages,
      'long',
    ].toSorted(),
  )
  expect(codeProjects).toContain(unit.test?.name)
})

/** The time limits of the project `packages` for a test and for `expect.poll`, in milliseconds. */
function limitsOfPackages() {
  for (const project of config.test?.projects ?? [])
    if (typeof project === 'object' && 'test' in project && project.test?.name === 'packages') {
      const { testTimeout = 0, expect: { poll } = {} } = project.test
      return { ofTest: testTimeout, ofPoll: poll?.timeout ?? 0 }
    }
  throw new Error('There is no project of the packages.')
}

const limitsIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([, digits = '']) => Number(digits.replaceAll('_', '')))

// On a busy machine a short limit fails tests that are only slow.
test('no test sets a shorter time limit than its project', () => {
  const limits = limitsOfPackages()
  // A long test may have a limit below that of its part, so that it reports its own timeout.
  const tests = sourceFiles(['apps', 'packages']).filter(({ path }) =>
    /(?<![.]long)[.]test[.]tsx?$/.test(path),
  )
  const tooShort = tests.filter(
    ({ text }) =>
      limitsIn(text, /\btimeout: ([\d_]+)/g).some((limit) => limit < limits.ofPoll) ||
      limitsIn(text, /\{ timeout: ([\d_]+) \},\s*(?:async )?\(/g).some((limit) => limit < limits.ofTest),
  )
  expect([limits.ofTest > 0, limits.ofPoll > 0, tests.length > 0]).toEqual([true, true, true])
  expect(tooShort.map(({ path }) => path)).toEqual([])
})
