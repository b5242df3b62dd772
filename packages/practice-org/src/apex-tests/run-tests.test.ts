import { expect, test } from 'vitest'
import { runTests, averagePercent } from './run-tests.ts'
import type { TestRules } from './rules.ts'
import type { ApexSource } from './source.ts'

const source = (name: string, text: string): ApexSource => ({ id: `01p${name}`, name, kind: 'Class', text })
const rules = (given: Partial<TestRules> = {}): TestRules => ({
  outcomes: {},
  coverage: {},
  usualCoverage: 100,
  ...given,
})

const service = source('Service', 'public class Service {\n  public Integer one() {\n    return 1;\n  }\n}')
const unused = source('Unused', 'public class Unused {\n  public Integer two() {\n    return 2;\n  }\n}')
const tests = source(
  'ServiceTest',
  `@IsTest\nprivate class ServiceTest {\n  @TestSetup\n  static void data() {}\n  @IsTest\n  static void works() {\n    new Service().one(); // Assert.fail()\n  }\n  @isTest static void breaks() {\n    System.assertEquals(1, 2, 'no');\n  }\n  static testMethod void throwsUp() {\n    throw new CalloutException('later');\n  }\n}`,
)

test('methods are found, setup is none, and a text that cannot pass fails with its line', () => {
  const { outcomes } = runTests([service, tests], [{ className: 'ServiceTest' }], rules())
  expect(outcomes.map((entry) => [entry.method, entry.outcome, entry.message, entry.stackTrace])).toEqual([
    ['works', 'Pass', null, null],
    [
      'breaks',
      'Fail',
      'System.AssertException: Assertion Failed: Expected: 1, Actual: 2',
      'Class.ServiceTest.breaks: line 10, column 1',
    ],
    ['throwsUp', 'Fail', 'CalloutException: later', 'Class.ServiceTest.throwsUp: line 13, column 1'],
  ])
})

test('code that passing tests mention is covered, the rest is not, test classes do not count', () => {
  const { coverage } = runTests([service, unused, tests], [{ className: 'servicetest' }], rules())
  expect(coverage.map((entry) => [entry.source.name, entry.coveredLines, entry.uncoveredLines])).toEqual([
    ['Service', [2, 3], []],
    ['Unused', [], [2, 3]],
  ])
  expect(averagePercent(coverage)).toBe(50)
})

test('rules steer outcomes and coverage', () => {
  const given = rules({
    outcomes: { 'ServiceTest.works': { outcome: 'Fail', message: 'steered' } },
    coverage: { Service: 50 },
  })
  const { outcomes } = runTests([service, tests], [{ className: 'ServiceTest', methods: ['works'] }], given)
  expect(outcomes).toMatchObject([{ outcome: 'Fail', message: 'steered' }])
})
