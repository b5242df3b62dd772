// Starts the two test runners and counts what they report.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)

/** How long a runner may take to stop after it was asked to. */
const stopMilliseconds = 60_000

/** Runs a command in the foreground and says with which code it ended; past its limit it is stopped and has failed. */
export function show(command, args, { env = {}, limitMilliseconds } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    const stop = () => {
      child.kill('SIGINT')
      timers.push(setTimeout(() => child.kill('SIGKILL'), stopMilliseconds))
    }
    const timers = limitMilliseconds ? [setTimeout(stop, limitMilliseconds)] : []
    child.on('error', reject)
    child.on('close', (code) => {
      for (const timer of timers) clearTimeout(timer)
      resolve(code ?? 1)
    })
  })
}

/** Empties the place of a report, so that an old one is never read as new. */
export function clearReport(file) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  rmSync(join(root, file), { force: true })
}

export const readReport = (file) =>
  existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')) : undefined

/** A runner that ended badly without a failed test has still failed once. */
const withExitCode = (code, counts) => ({
  ...counts,
  failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed,
})

/** Runs Vitest with these arguments and counts the tests of its report, which stays in `file`. */
export async function runVitest(args, { file, ...options }) {
  clearReport(file)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await show(bin('vitest'), ['run', ...args, ...reporters], options)
  const report = readReport(file)
  return withExitCode(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures: failuresOfVitest(report),
  })
}

/** Joins the results of several Vitest reports in one file, from which the coverage of the requirements is computed. */
export function joinReports(files, into) {
  clearReport(into)
  const testResults = files.flatMap((file) => readReport(file)?.testResults ?? [])
  writeFileSync(join(root, into), JSON.stringify({ testResults }))
}

/** Runs Playwright and counts the tests of its report. */
export async function runPlaywright(options) {
  const file = '.cache/playwright.json'
  clearReport(file)
  const code = await show(bin('playwright'), ['test'], options)
  const report = readReport(file)
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {}
  const failures = failuresOfPlaywright(report?.suites ?? [])
  return withExitCode(code, { passed: expected + flaky, failed: unexpected, skipped, failures })
}

const firstLines = (text = '') =>
  stripVTControlCharacters(text)
    .split('\n')
    .slice(0, 6)
    .map((line) => `    ${line}`)
    .join('\n')

/** Lists the failed tests of a Vitest report with the first lines of their errors. A file that could not be loaded counts as one test. */
export function failuresOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file}\n${firstLines(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${file} › ${fullName}\n${firstLines(failureMessages[0])}`,
    )
  })
}

/** Lists the failed tests of the suites in a Playwright report. */
export function failuresOfPlaywright(suites) {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const results = tests.flatMap((test) => test.results)
        return `${file} › ${title}\n${firstLines(results.find(({ error }) => error)?.error.message)}`
      }),
    ...failuresOfPlaywright(inner),
  ])
}

/** The list of failed tests for the end of the output, where a reader finds it at once. */
export function failureLines(results) {
  const failures = results.flatMap((result) => result.failures ?? [])
  return failures.length === 0 ? [] : ['Failed:', ...failures.map((failure) => `  ${failure}`)]
}

/** The closing line over several runs. */
export function closingLine(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}

export const isGreen = (results) => results.every(({ failed }) => failed === 0)
