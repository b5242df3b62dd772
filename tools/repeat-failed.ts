// On CI a failed test is run once more by itself, so that a test that fails now and then does not hide what a change breaks.
import { appendReport, describe, type Counts, type FailedTest, type RunResult } from './run-tests.ts'

/** With more failures than this a change has broken something, and repeating them would only cost time. */
const mostRepeated = 20

interface Repeating {
  /** Runs one failed test. */
  readonly runAlone: (test: FailedTest) => Promise<Counts>
  /** The report of the run. */
  readonly file: string
  /** The report of `runAlone`, which is added to that of the run. */
  readonly again: string
}

/**
 * Runs each failed test of a result once more. A test that passes then counts as passed and is listed as unstable with
 * its first error.
 */
export async function repeatFailed<Result extends RunResult>(
  result: Result,
  { runAlone, file, again }: Repeating,
): Promise<Result> {
  if (result.failedTests.length > mostRepeated) return result
  let repeated = result
  for (const test of result.failedTests) {
    const { passed, failed } = await runAlone(test)
    if (passed > 0 && failed === 0) {
      repeated = asUnstable(repeated, describe(test))
      appendReport(again, file)
    }
  }
  return repeated
}

const asUnstable = <Result extends RunResult>(result: Result, description: string): Result => ({
  ...result,
  passed: result.passed + 1,
  failed: result.failed - 1,
  failures: result.failures.filter((failure) => failure !== description),
  unstable: [...(result.unstable ?? []), description],
})

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The arguments of Vitest that choose one failed test. A file that could not be loaded is run as a whole. */
export const choiceOfVitest = ({ file, title }: FailedTest): string[] => [
  file,
  ...(title === undefined ? [] : ['--testNamePattern', `^${escape(title)}$`]),
]

/** The arguments of Playwright that choose one failed test. */
export const choiceOfPlaywright = ({ file, line }: FailedTest): string[] => [`${escape(file)}:${line}`]
