// On CI a failed test is run once more by itself, so that a test that fails now and then does not hide what a change breaks.
import { appendReport, describe } from './run-tests.mjs'

/** With more failures than this a change has broken something, and repeating them would only cost time. */
const mostRepeated = 20

/**
 * Runs each failed test of a result once more. A test that passes then counts as passed and is listed as unstable with
 * its first error. `runAlone` runs one failed test and returns the counts; its report, `again`, is added to `file`.
 */
export async function repeatFailed(result, { runAlone, file, again }) {
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

const asUnstable = ({ unstable = [], ...result }, description) => ({
  ...result,
  passed: result.passed + 1,
  failed: result.failed - 1,
  failures: result.failures.filter((failure) => failure !== description),
  unstable: [...unstable, description],
})

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** The arguments of Vitest that choose one failed test. A file that could not be loaded is run as a whole. */
export const choiceOfVitest = ({ file, title }) => [
  file,
  ...(title === undefined ? [] : ['--testNamePattern', `^${escape(title)}$`]),
]

/** The arguments of Playwright that choose one failed test. */
export const choiceOfPlaywright = ({ file, line }) => [`${escape(file)}:${line}`]
