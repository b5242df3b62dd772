import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './prepare.mjs'
import {
  closingLine,
  describe as describeFailure,
  failedTestsOfPlaywright,
  failedTestsOfVitest,
  lists,
  readReport,
  skippedTestsOfVitest,
  type VitestReport,
} from './run-tests.ts'
import { runTogether, vitest } from './test-runs.ts'

const file = join(import.meta.dirname, 'some.test.ts')
const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
const failed = {
  fullName: 'subtracts',
  status: 'failed',
  failureMessages: ['\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n    at some.test.ts:3:1'],
}

const story = (title: string, ok: boolean) => ({
  title,
  line: 7,
  ok,
  tests: [{ results: ok ? [{}] : [{ error: { message: 'Error: not visible' } }] }],
})

test('a failed test is listed with its file and the first lines of its error', () => {
  const report = { testResults: [{ name: file, status: 'failed', assertionResults: [passed, failed] }] }
  expect(failedTestsOfVitest(report).map(describeFailure)).toEqual([
    'tools/some.test.ts › subtracts\n    AssertionError: expected 1 to be 2\n        at some.test.ts:3:1',
  ])
})

test('a file that could not be loaded is listed', () => {
  const testResults = [{ name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] }]
  expect(failedTestsOfVitest({ testResults }).map(describeFailure)).toEqual([
    'tools/some.test.ts\n    Cannot find module',
  ])
})

test('a failed Playwright test is listed with its line, also inside a nested suite', () => {
  const suites = [
    {
      file: 'some.e2e.ts',
      specs: [story('opens', true)],
      suites: [{ file: 'some.e2e.ts', specs: [story('closes', false)] }],
    },
  ]
  expect(failedTestsOfPlaywright(suites)).toEqual([
    { file: 'some.e2e.ts', title: 'closes', line: 7, error: 'Error: not visible' },
  ])
})

test('a skipped test is named, because its title says why', () => {
  const skipped = { fullName: 'only with two cores: is fast', status: 'skipped', failureMessages: [] }
  const report = { testResults: [{ name: file, status: 'passed', assertionResults: [passed, skipped] }] }
  const skippedTests = skippedTestsOfVitest(report)
  expect(lists([{ skippedTests }])).toEqual([
    'Skipped:',
    '  tools/some.test.ts › only with two cores: is fast',
  ])
})

test('the failures of all runs have one heading, which is left out without a failure', () => {
  expect(lists([{ failures: ['one'] }, {}, { failures: ['two'] }])).toEqual(['Failed:', '  one', '  two'])
  expect(lists([{ failures: [] }])).toEqual([])
})

/** A folder of its own with one file of tests for Vitest, and the run of it. */
async function runOf(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'run-tests-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'some.test.js'), text)
  const report = relative(root, join(folder, 'report.json'))
  return vitest(['--root', folder, '--globals'], { args: [], file: report, stdio: 'ignore' })
}

/** Tests of which the second fails in its first run only, and one that fails always when asked for. */
const tests = (hasBroken: boolean) => `
  import { existsSync, writeFileSync } from 'node:fs'
  test('passes', () => {})
  describe('a (group)', () => test('fails once', () => {
    const file = import.meta.dirname + '/seen'
    const isFirst = !existsSync(file)
    writeFileSync(file, '')
    if (isFirst) throw new Error('too slow')
  }))
  if (${hasBroken}) test('fails always', () => { throw new Error('broken') })`

test('on CI a test that failed and passes when it is run again alone is named as unstable with its first error', async () => {
  const run = await runOf(tests(false))
  const results = await runTogether([run], { CI: 'true' })
  expect(closingLine(results)).toBe('2 passed, 0 failed, 0 skipped')
  expect(lists(results)).toEqual([
    'Unstable (failed, and passed when run again alone):',
    expect.stringMatching(/some\.test\.js › a \(group\) fails once\n +Error: too slow/),
  ])
  const report: VitestReport = JSON.parse(readReport(run.file))
  const tried = report.testResults.flatMap((result) => result.assertionResults)
  expect(tried).toContainEqual(
    expect.objectContaining({ fullName: 'a (group) fails once', status: 'passed' }),
  )
})

test('on CI a test that fails again stays failed', async () => {
  const results = await runTogether([await runOf(tests(true))], { CI: 'true' })
  expect(closingLine(results)).toBe('2 passed, 1 failed, 0 skipped')
  expect(lists(results).at(-1)).toMatch(/fails always\n +Error: broken/)
})

test('locally no test is repeated', async () => {
  const results = await runTogether([await runOf(tests(false))], {})
  expect(closingLine(results)).toBe('1 passed, 1 failed, 0 skipped')
  expect(lists(results)).toEqual(['Failed:', expect.stringMatching(/fails once\n +Error: too slow/)])
})

test('an error outside of a test fails the run and is listed', async () => {
  const late = `test('passes', () => { setTimeout(() => { throw new Error('nobody caught this') }) })
    test('waits', () => new Promise((done) => setTimeout(done, 200)))`
  const results = await runTogether([await runOf(late)], { CI: 'true' })
  expect(closingLine(results)).toBe('2 passed, 1 failed, 0 skipped')
  expect(lists(results).at(-1)).toMatch(/outside of a test\n +Error: nobody caught this/)
})
