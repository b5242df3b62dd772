// Runs one slice of one part of the long tests and writes its report to .cache/long.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'
import { clearReport, readReport, runVitest, show, type Counts } from '../run-tests.ts'
import type { Slice } from './options.ts'
import { vitestArguments, type LongPart, type LongRunEnvironment } from './parts.ts'

/** What a slice of a part came to; its file of .cache/long holds the same. */
export interface LongReport extends Counts {
  readonly part: string
  /** `2/5` is the second slice of five. */
  readonly slice: string
  readonly seed: number
  readonly startedUtc: string
  readonly seconds: number
  readonly isOverLimit: boolean
}

interface PartOptions {
  readonly env: LongRunEnvironment & Readonly<Record<string, string>>
  readonly limitMilliseconds: number
}

/** What a slice of a part may take, on two cores. */
const limitMilliseconds = 45 * 60_000

/** The name of the report: the whole part has the part's own name. */
const reportName = (part: LongPart, { index, count }: Slice): string =>
  count === 1 ? part.name : `${part.name}-${index}-of-${count}`

const none: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }

const runTests = (part: LongPart, name: string, options: PartOptions): Promise<Counts> =>
  runVitest(vitestArguments(part, options.env), { ...options, file: `.cache/long/${name}.vitest.json` })

/** A program writes `passed`, `failed`, `skipped` and `failures` to the file that LONG_RUN_REPORT names. */
async function runCommand(part: LongPart, name: string, options: PartOptions): Promise<Counts> {
  const file = `.cache/long/${name}.counts.json`
  clearReport(file)
  const env = { ...options.env, LONG_RUN_REPORT: join(root, file) }
  const code = await show(process.execPath, part.command ?? [], { ...options, env })
  const reported: Partial<Counts> | null = JSON.parse(readReport(file))
  const counts = { ...none, ...reported }
  return { ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed }
}

interface PartRun {
  readonly seed: number
  readonly slice: Slice
  readonly env: Readonly<Record<string, string>>
}

/** Runs a slice: tests and programs learn the seed and the slice from the environment. */
export async function runPart(part: LongPart, { seed, slice, env }: PartRun): Promise<LongReport> {
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
