import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import unit from '../apps/console/vitest.config.ts'
import config from '../vitest.config.ts'
import { codeProjects, pageProjects, runs } from './projects.ts'
import { root, sourceFiles } from './source-files.ts'

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

/** The files that Vitest runs with these arguments, once for each project that runs them. */
function filesOfVitest({ vitest: args, env }: (typeof runs)['full']): string[] {
  const projects = [...codeProjects, ...pageProjects].flatMap((name) => ['--project', name])
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const list = execFileSync(
    process.execPath,
    [vitest, 'list', '--filesOnly', '--json', ...projects, ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  )
  const found: { file: string }[] = JSON.parse(list)
  return found.map(({ file }) => relative(root, file))
}

/** The files that Playwright runs: its argument is a pattern for their paths. */
const filesOfPlaywright = ([pattern = '']: readonly string[]) =>
  sourceFiles(['e2e'])
    .map(({ path }) => path)
    .filter((path) => new RegExp(pattern).test(path))

const isFull = (path: string) => /[.]full[.](browser[.]test|test|e2e)[.]tsx?$/.test(path)

test('a test file belongs to one project and runs in npm run test:full when its name has .full, else in npm test', () => {
  const files = sourceFiles(['apps', 'packages', 'e2e', 'tools'])
    .map(({ path }) => path)
    .filter((path) => /[.](test|e2e)[.]tsx?$/.test(path) && !path.includes('.long.'))
  for (const [run, expected] of [
    [runs.normal, files.filter((path) => !isFull(path))],
    [runs.full, files.filter(isFull)],
  ] as const) {
    const found = [...filesOfVitest(run), ...filesOfPlaywright(run.playwright)]
    expect(found.toSorted()).toEqual(expected.toSorted())
    expect(found.length).toBeGreaterThan(0)
  }
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
