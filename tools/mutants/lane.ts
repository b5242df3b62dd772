// One lane of the mutants: a copy of the tree, one Vitest and one PostgreSQL, in which fault after fault is planted.
// A fault in a migration gets a Vitest and a PostgreSQL of its own.
// Asks its parent for one group of mutants after the other and answers with one message per result; an empty group ends it.
import { on } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { type TestSpecification, type Vitest, createVitest } from 'vitest/node'
import { copyTree } from './copy-tree.ts'
import { type Mutant, plant } from './mutant.ts'

/** `id` is that of a mutant, or the test files of a baseline. */
export interface LaneResult {
  readonly id: string
  readonly outcome: 'killed' | 'survived' | 'not runnable' | 'baseline red' | 'baseline green'
  readonly seconds: number
  readonly detail: string
}

/** What a lane tells its parent: a result, or that it wants the next group. */
export type LaneMessage = LaneResult | 'next'

interface Outcome {
  readonly isRed: boolean
  /** Whether at least one test could run at all. */
  readonly isCollected: boolean
  /** Whether at least one test ran. */
  readonly hasRun: boolean
  readonly detail: string
}

/** Which tests are run for a mutant. */
type TestChoice = Pick<Mutant, 'tests' | 'title'>

/** How long the tests of one fault may take. A browser that lost its connection to Vitest would never end them. */
const mostRunMilliseconds = 5 * 60_000
/** The time limit of a page test. */
const mostPageMilliseconds = 45_000
/** How long `expect.poll` and a click on a missing element of a page test retry. */
const mostPollMilliseconds = 10_000
/** How long a Vitest whose run was given up may take to close. */
const mostCloseMilliseconds = 10_000

class RunLimitError extends Error {
  override name = 'RunLimitError'
}

/** @throws RunLimitError when the work has not ended within the time */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const limit = async (): Promise<never> => {
    await delay(milliseconds, undefined, { signal: ended.signal })
    throw new RunLimitError(`The tests did not end within ${milliseconds / 1000} s.`)
  }
  try {
    return await Promise.race([work, limit()])
  } finally {
    ended.abort()
  }
}

/** Vitest hands errors over as plain objects without a prototype, which cannot become a text by themselves. */
function messageOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return hasMessage ? String(error.message) : inspect(error)
}

async function runFiles(
  vitest: Vitest,
  files: readonly TestSpecification[],
  title: string | undefined,
): Promise<Outcome> {
  if (title === undefined) vitest.resetGlobalTestNamePattern()
  else vitest.setGlobalTestNamePattern(title)
  const { testModules: allModules, unhandledErrors } = await within(
    mostRunMilliseconds,
    vitest.runTestSpecifications([...files]),
  )
  // Vitest also returns what earlier runs of other files left.
  const own = new Set(files.map(({ moduleId }) => moduleId))
  const testModules = allModules.filter(({ moduleId }) => own.has(moduleId))
  const tests = testModules.flatMap((module) => [...module.children.allTests()])
  const failed = tests.filter((test) => test.result().state === 'failed')
  const errors = testModules.flatMap((module) => module.errors()).map(({ message }) => message)
  const isRed = testModules.some((module) => module.state() === 'failed') || unhandledErrors.length > 0
  const reasons = [...failed.map(({ fullName }) => fullName), ...errors, ...unhandledErrors.map(messageOf)]
  const hasRun = tests.some((test) => test.result().state !== 'skipped')
  return { isRed, isCollected: tests.length > 0, hasRun, detail: reasons[0] ?? '' }
}

async function judge(vitest: Vitest, tree: string, mutant: Mutant): Promise<LaneResult> {
  const started = Date.now()
  const path = join(tree, mutant.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, plant(mutant, text))
  vitest.invalidateFile(path)
  try {
    const { isRed, isCollected, detail } = isMigration(mutant)
      ? await runInOwnVitest(tree, mutant)
      : await runTestsOf(vitest, tree, mutant)
    const outcome = isRed ? (isCollected ? 'killed' : 'not runnable') : 'survived'
    return { id: mutant.id, outcome, seconds: (Date.now() - started) / 1000, detail }
  } finally {
    writeFileSync(path, text)
    vitest.invalidateFile(path)
  }
}

const isMigration = ({ file }: Mutant): boolean => file.endsWith('.sql')

/** Runs the tests in another Vitest, because the global setup migrates the database only once in each Vitest. */
async function runInOwnVitest(tree: string, choice: TestChoice): Promise<Outcome> {
  const vitest = await openVitest(tree)
  try {
    return await runTestsOf(vitest, tree, choice)
  } finally {
    await closeVitest(vitest)
  }
}

/** Runs the tests. `hasRun` is also false when Vitest does not find one of the files. */
async function runTestsOf(vitest: Vitest, tree: string, { tests, title }: TestChoice): Promise<Outcome> {
  const paths = tests.map((file) => join(tree, file))
  const files = await vitest.globTestSpecifications(paths)
  const found = new Set(files.map(({ moduleId }) => moduleId))
  const outcome = await runFiles(vitest, files, title)
  return { ...outcome, hasRun: outcome.hasRun && paths.every((path) => found.has(path)) }
}

/** The tests of a group of mutants without a fault: they have to be green. */
async function baseline(vitest: Vitest, tree: string, choice: TestChoice): Promise<LaneResult> {
  const started = Date.now()
  const { isRed, hasRun, detail } = await runTestsOf(vitest, tree, choice)
  const { tests, title } = choice
  return {
    id: [...tests, ...(title === undefined ? [] : [`"${title}"`])].join(' '),
    outcome: isRed || !hasRun ? 'baseline red' : 'baseline green',
    seconds: (Date.now() - started) / 1000,
    detail: isRed || hasRun ? detail : 'Vitest runs no such test',
  }
}

/**
 * Sets Playwright's action timeout in the copied configuration of the page tests. Without it, clicks and
 * `expect.element` wait for a missing element until the test times out.
 */
function limitPageActions(tree: string): void {
  const path = join(tree, 'apps/console/vitest.browser.config.ts')
  const text = readFileSync(path, 'utf8')
  const limited = text.replace('playwright({', `playwright({ actionTimeout: ${mostPollMilliseconds},`)
  if (limited === text) throw new Error(`${path} does not configure Playwright as expected.`)
  writeFileSync(path, limited)
}

const openVitest = async (tree: string): Promise<Vitest> => {
  const silent = { onInit: () => undefined }
  // A fault that makes a test wait forever is noticed sooner than on a busy machine.
  const testTimeout = 120_000
  const vitest = await createVitest('test', {
    root: tree,
    watch: false,
    bail: 1,
    testTimeout,
    hookTimeout: testTimeout,
    reporters: [silent],
  })
  for (const { config } of vitest.projects)
    if (config.browser.enabled) {
      config.testTimeout = mostPageMilliseconds
      config.expect.poll = { ...config.expect.poll, timeout: mostPollMilliseconds }
    }
  return vitest
}

const closeVitest = async (vitest: Vitest): Promise<void> => {
  await within(mostCloseMilliseconds, vitest.close()).catch(() => undefined)
}

/** The groups that the parent sends, until it sends an empty one. */
async function* groupsFromParent(): AsyncGenerator<readonly [Mutant, ...Mutant[]]> {
  const messages = on(process, 'message')
  process.send?.('next')
  for await (const [group] of messages) {
    if (!isGroup(group)) return
    yield group
    process.send?.('next')
  }
}

const isGroup = (message: unknown): message is readonly [Mutant, ...Mutant[]] =>
  Array.isArray(message) && message.length > 0

async function runLane(name: string, tell: (result: LaneResult) => void): Promise<void> {
  const tree = copyTree(name)
  limitPageActions(tree)
  process.chdir(tree)
  let vitest = await openVitest(tree)
  /** A run that does not end is repeated once with another Vitest, and counts as not runnable then. */
  const bounded = async (id: string, step: () => Promise<LaneResult>): Promise<LaneResult> => {
    let detail = ''
    for (let attempt = 0; attempt < 2; attempt += 1)
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof RunLimitError)) throw error
        detail = error.message
        await closeVitest(vitest)
        vitest = await openVitest(tree)
      }
    return { id, outcome: 'not runnable', seconds: mostRunMilliseconds / 1000, detail }
  }
  try {
    for await (const group of groupsFromParent()) {
      const [first] = group
      const started = await bounded(first.id, () => baseline(vitest, tree, first))
      tell(started)
      if (started.outcome !== 'baseline green') continue
      for (const mutant of group) tell(await bounded(mutant.id, () => judge(vitest, tree, mutant)))
    }
  } finally {
    await closeVitest(vitest)
  }
}

runLane(process.argv[2] ?? 'lane', (result) => process.send?.(result))
  // Vitest sets the exit code for the tests that failed, which is what they were meant to do.
  .then(() => (process.exitCode = 0))
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  })
  .finally(() => {
    process.disconnect()
    // A run that was given up may hold the process open.
    setTimeout(() => process.exit(), mostCloseMilliseconds).unref()
  })
