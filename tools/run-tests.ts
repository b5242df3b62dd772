// Starts the two test runners and counts what they report.
import { spawn, type StdioOptions } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/** What a run of one test runner, or of the checks, came to. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Each failure in words. */
  readonly failures?: readonly string[]
  readonly skippedTests?: readonly string[]
  /** Tests that failed and passed when they were run again alone. */
  readonly unstable?: readonly string[]
}

/** A run of a test runner with what it takes to repeat its failures. */
export interface RunResult extends Counts {
  readonly failures: readonly string[]
  readonly failedTests: readonly FailedTest[]
}

export interface FailedTest {
  readonly file: string
  /** Absent when the file could not be loaded. */
  readonly title?: string
  readonly line?: number
  readonly error: string | undefined
}

export interface ShowOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly limitMilliseconds?: number
  readonly stdio?: StdioOptions
}

/** The part that is read of a report of Vitest. */
export interface VitestReport {
  readonly numPassedTests?: number
  readonly testResults: readonly VitestFile[]
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly message?: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}

/** The part that is read of a report of Playwright. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly flaky: number; readonly skipped: number }
  readonly suites: readonly PlaywrightSuite[]
}

export interface PlaywrightSuite {
  readonly file: string
  readonly specs?: readonly {
    readonly title: string
    readonly line: number
    readonly ok: boolean
    readonly tests: readonly {
      readonly results: readonly { readonly error?: { readonly message: string } }[]
    }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** How long a runner may take to stop after it was asked to. */
const stopMilliseconds = 60_000

/** Runs a command in the foreground and says with which code it ended; past its limit it is stopped and has failed. */
export function show(
  command: string,
  args: readonly string[],
  { env = {}, limitMilliseconds, stdio = 'inherit' }: ShowOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    const stop = () => {
      child.kill('SIGINT')
      timers.push(setTimeout(() => child.kill('SIGKILL'), stopMilliseconds))
    }
    const timers: NodeJS.Timeout[] = limitMilliseconds ? [setTimeout(stop, limitMilliseconds)] : []
    child.on('error', reject)
    child.on('close', (code) => {
      for (const timer of timers) clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}

/** Empties the place of a report, so that an old one is never read as new. */
export function clearReport(file: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  rmSync(join(root, file), { force: true })
}

/** The text of a report; that of an absent one is `null`. */
export const readReport = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : 'null'

interface Reported {
  readonly passed: number
  readonly skippedTests: readonly string[]
  readonly failedTests: readonly FailedTest[]
  readonly otherErrors?: readonly string[]
}

/** Counts the tests of a run. A runner that ended badly without an error that it reported has still failed once. */
function count(code: number, { passed, skippedTests, failedTests, otherErrors = [] }: Reported): RunResult {
  const skipped = skippedTests.length
  const reported = failedTests.length + otherErrors.length
  const failed = code !== 0 && reported === 0 ? 1 : reported
  const failures = [...failedTests.map(describe), ...otherErrors]
  return { passed, failed, skipped, failedTests, skippedTests, failures }
}

/** Runs Vitest with these arguments and counts the tests of its report, which stays in `file`. */
export async function runVitest(
  args: readonly string[],
  { file, ...options }: ShowOptions & { readonly file: string },
): Promise<RunResult> {
  const errorsFile = `${file}.errors`
  for (const name of [file, errorsFile]) clearReport(name)
  const errors = join(root, 'tools/unhandled-errors.ts')
  const reporters = ['--reporter=default', '--reporter=json', `--reporter=${errors}`]
  const all = [...args, ...reporters, `--outputFile.json=${join(root, file)}`]
  const code = await show(bin('vitest'), ['run', ...all], options)
  const report: VitestReport | null = JSON.parse(readReport(file))
  const otherErrors: string[] | null = JSON.parse(readReport(errorsFile))
  return count(code, {
    passed: report?.numPassedTests ?? 0,
    skippedTests: skippedTestsOfVitest(report),
    failedTests: failedTestsOfVitest(report),
    otherErrors: (otherErrors ?? []).map((text) => `outside of a test\n${firstLines(text)}`),
  })
}

/** Joins the results of several Vitest reports in one file, from which the coverage of the requirements is computed. */
export function joinReports(files: readonly string[], into: string): void {
  clearReport(into)
  const testResults = files.flatMap((file) => {
    const report: VitestReport | null = JSON.parse(readReport(file))
    return report?.testResults ?? []
  })
  writeFileSync(join(root, into), JSON.stringify({ testResults }))
}

/** The lists of results that reports of Vitest and Playwright have. */
type ReportLists = Record<'testResults' | 'suites', readonly unknown[]>

/** Adds the results of a later run to a report of the same runner. */
export function appendReport(later: string, file: string): void {
  const report: Partial<ReportLists> = JSON.parse(readReport(file)) ?? {}
  const added: Partial<ReportLists> = JSON.parse(readReport(later)) ?? {}
  for (const list of ['testResults', 'suites'] as const)
    if (added[list]) report[list] = [...(report[list] ?? []), ...added[list]]
  writeFileSync(join(root, file), JSON.stringify(report))
}

/** Runs Playwright with these arguments and counts the tests of its report, which stays in `file`. */
export async function runPlaywright(
  args: readonly string[],
  { file, env = {} }: ShowOptions & { readonly file: string },
): Promise<RunResult> {
  clearReport(file)
  // Traces and pictures of failures stay until the next run with the same report.
  const output = `--output=${file.replace(/[.]json$/, '')}`
  const code = await show(bin('playwright'), ['test', ...args, output], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, file) },
  })
  const report: PlaywrightReport | null = JSON.parse(readReport(file))
  const { expected, flaky, skipped } = report?.stats ?? { expected: 0, flaky: 0, skipped: 0 }
  const failedTests = failedTestsOfPlaywright(report?.suites ?? [])
  const skippedTests = Array.from({ length: skipped }, () => 'a browser story')
  return count(code, { passed: expected + flaky, skippedTests, failedTests })
}

const firstLines = (text = '') =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n')

/** Says in which file which test failed, with the first lines of its error. */
export const describe = ({ file, title, error }: FailedTest): string =>
  `${[file, ...(title === undefined ? [] : [title])].join(' › ')}\n${firstLines(error)}`

/** Names the tests of a Vitest report that were skipped; the title of such a test says why. */
export function skippedTestsOfVitest(report: VitestReport | null): string[] {
  return (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => ['skipped', 'pending', 'todo', 'disabled'].includes(status))
      .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
  )
}

/** Lists the failed tests of a Vitest report. A file that could not be loaded counts as one test, without a title. */
export function failedTestsOfVitest(report: VitestReport | null): FailedTest[] {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ file, error: message }]
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      error: failureMessages[0],
    }))
  })
}

/** Lists the failed tests of the suites in a Playwright report, each with its line. */
export function failedTestsOfPlaywright(suites: readonly PlaywrightSuite[]): FailedTest[] {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, line, tests }) => {
        const results = tests.flatMap((test) => test.results)
        return { file, title, line, error: results.find((result) => result.error)?.error?.message }
      }),
    ...failedTestsOfPlaywright(inner),
  ])
}

const list = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)]

/** The lists of skipped, unstable and failed tests for the end of the output, where a reader finds them at once. */
export const lists = (results: readonly Partial<Counts>[]): string[] => [
  ...list(
    'Skipped:',
    results.flatMap(({ skippedTests = [] }) => skippedTests),
  ),
  ...list(
    'Unstable (failed, and passed when run again alone):',
    results.flatMap(({ unstable = [] }) => unstable),
  ),
  ...list(
    'Failed:',
    results.flatMap(({ failures = [] }) => failures),
  ),
]

/** The closing line over several runs. */
export function closingLine(results: readonly Counts[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((total, result) => total + result[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}

export const isGreen = (results: readonly Counts[]): boolean => results.every(({ failed }) => failed === 0)
