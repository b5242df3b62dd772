// Runs one slice of one part of the long tests and writes its report to .cache/long.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { clearReport, readReport, runVitest, show } from '../run-tests.mjs'
import { vitestArguments } from './parts.mjs'

/** What a slice of a part may take, on two cores. */
const limitMilliseconds = 45 * 60_000

/** The name of the report: the whole part has the part's own name. */
const reportName = (part, { index, count }) => (count === 1 ? part.name : `${part.name}-${index}-of-${count}`)

const none = { passed: 0, failed: 0, skipped: 0, failures: [] }

const runTests = (part, name, options) =>
  runVitest(vitestArguments(part, options.env), { ...options, file: `.cache/long/${name}.vitest.json` })

/** A program writes `passed`, `failed`, `skipped` and `failures` to the file that LONG_RUN_REPORT names. */
async function runCommand(part, name, options) {
  const file = `.cache/long/${name}.counts.json`
  clearReport(file)
  const env = { ...options.env, LONG_RUN_REPORT: join(root, file) }
  const code = await show(process.execPath, part.command, { ...options, env })
  const counts = { ...none, ...readReport(file) }
  return { ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed }
}

/** Runs a slice: tests and programs learn the seed and the slice from the environment. */
export async function runPart(part, { seed, slice, env }) {
  const name = reportName(part, slice)
  const spelt = `${slice.index}/${slice.count}`
  clearReport(`.cache/long/${name}.json`)
  const started = Date.now()
  const run = part.command ? runCommand : runTests
  const given = { ...env, LONG_RUN_SEED: String(seed), LONG_RUN_SLICE: spelt }
  const counts = await run(part, name, { env: given, limitMilliseconds })
  const seconds = Math.round((Date.now() - started) / 1000)
  const isOverLimit = seconds * 1000 >= limitMilliseconds
  const report = {
    part: part.name,
    slice: spelt,
    seed,
    startedUtc: new Date(started).toISOString(),
    seconds,
    ...counts,
    failed: isOverLimit ? Math.max(counts.failed, 1) : counts.failed,
    isOverLimit,
  }
  writeFileSync(join(root, '.cache/long', `${name}.json`), `${JSON.stringify(report, undefined, 2)}\n`)
  return report
}
