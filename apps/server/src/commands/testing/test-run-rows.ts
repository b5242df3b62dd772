import { testRun } from './org-tests.ts'
import type { Rows } from './settings-row.ts'

const local = ['ATest', 'BTest', 'CTest']

/** What follows from each setting of a run of Apex tests. */
export const runApexTestsRows: Rows<'RunApexTests'> = {
  environmentFilter: { selects: true },
  runAllTests: {
    scenario: testRun,
    changed: true,
    outcome: (observed) => observed.tests?.isAll,
    expected: { before: false, after: true },
  },
  maxFailedTests: {
    scenario: testRun,
    changed: 0,
    outcome: (observed) => observed.tests?.methods,
    expected: { before: 4, after: 3 },
  },
  noCodeCoverage: {
    scenario: testRun,
    changed: true,
    outcome: (observed) => observed.tests?.skipsCoverage,
    expected: { before: false, after: true },
  },
  classNames: {
    scenario: testRun,
    changed: ['CTest'],
    outcome: (observed) => observed.tests?.classes,
    expected: { before: local, after: ['CTest'] },
  },
  suiteNames: {
    scenario: testRun,
    changed: ['Smoke'],
    outcome: (observed) => observed.tests?.classes,
    expected: { before: local, after: ['ATest'] },
  },
}
