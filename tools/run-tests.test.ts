import { expect, test } from 'vitest'
import { failureLines, failuresOfPlaywright, failuresOfVitest } from './run-tests.mjs'
import { join } from 'node:path'

const file = join(import.meta.dirname, 'some.test.ts')
const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
const failed = {
  fullName: 'subtracts',
  status: 'failed',
  failureMessages: ['\u001B[31mAssertionError: expected 1 to be 2\u001B[39m\n    at some.test.ts:3:1'],
}

const story = (title: string, ok: boolean) => ({
  title,
  ok,
  tests: [{ results: ok ? [{}] : [{ error: { message: 'Error: not visible' } }] }],
})

test('a failed test is listed with its file and the first lines of its error', () => {
  const report = { testResults: [{ name: file, status: 'failed', assertionResults: [passed, failed] }] }
  expect(failuresOfVitest(report)).toEqual([
    'tools/some.test.ts › subtracts\n    AssertionError: expected 1 to be 2\n        at some.test.ts:3:1',
  ])
})

test('a file that could not be loaded is listed', () => {
  const testResults = [{ name: file, status: 'failed', message: 'Cannot find module', assertionResults: [] }]
  expect(failuresOfVitest({ testResults })).toEqual(['tools/some.test.ts\n    Cannot find module'])
})

test('a failed Playwright test is listed, also inside a nested suite', () => {
  const suites = [
    {
      file: 'some.e2e.ts',
      specs: [story('opens', true)],
      suites: [{ file: 'some.e2e.ts', specs: [story('closes', false)] }],
    },
  ]
  expect(failuresOfPlaywright(suites)).toEqual(['some.e2e.ts › closes\n    Error: not visible'])
})

test('the failures of all runs have one heading, which is left out without a failure', () => {
  expect(failureLines([{ failures: ['one'] }, {}, { failures: ['two'] }])).toEqual([
    'Failed:',
    '  one',
    '  two',
  ])
  expect(failureLines([{ failures: [] }])).toEqual([])
})
