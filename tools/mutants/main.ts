// The part `mutants` of the long tests: plants each fault of the list in a copy of the tree and wants its tests to fail.
// `npx tsx tools/mutants/main.ts git-host/ contract/` judges only the mutants whose id begins so.
import { fork } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from '../source-files.ts'
import { allMutants } from './all-mutants.ts'
import type { LaneMessage, LaneResult } from './lane.ts'
import { type Mutant, faultsOf, groupsOf, sliceOf } from './mutant.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function read(file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function show(result: LaneResult): void {
  say(`${result.outcome.padEnd(14)} ${result.seconds.toFixed(1).padStart(6)} s  ${result.id}`)
  if (result.outcome !== 'baseline green') say(`    ${result.detail.split('\n')[0]}`)
}

/** Starts a lane, which takes the next group of the queue whenever it has judged one, until none is left. */
function runLane(name: string, queue: Mutant[][]): Promise<LaneResult[]> {
  const execArgv = ['--conditions=source', '--import', 'tsx']
  const child = fork(join(import.meta.dirname, 'lane.ts'), [name], { execArgv })
  const end = () => child.kill('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end)
  const results: LaneResult[] = []
  child.on('message', (message: LaneMessage) => {
    if (message === 'next') child.send(queue.shift() ?? [])
    else {
      results.push(message)
      show(message)
    }
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, end)
      return code === 0 ? resolve(results) : reject(new Error(`${name} ended with ${code}`))
    })
  })
}

/** The mutants of this slice, and of the ids that the command line names. */
function wanted(prefixes: readonly string[]): Mutant[] {
  // oxlint-disable-next-line node/no-process-env -- a program among the long tests learns its slice this way
  const [index = 1, count = 1] = (process.env['LONG_RUN_SLICE'] ?? '1/1').split('/').map(Number)
  return allMutants.filter(
    (mutant) =>
      (prefixes.length === 0 || prefixes.some((prefix) => mutant.id.startsWith(prefix))) &&
      sliceOf(mutant, count) === index,
  )
}

function report(counts: { passed: number; failures: readonly string[] }): void {
  // oxlint-disable-next-line node/no-process-env -- a program among the long tests learns the place of its report this way
  const file = process.env['LONG_RUN_REPORT']
  const { passed, failures } = counts
  if (file) writeFileSync(file, JSON.stringify({ passed, failed: failures.length, skipped: 0, failures }))
  for (const failure of failures) say(`✗ ${failure}`)
  say(`${passed} mutants killed, ${failures.length} errors`)
  process.exitCode = failures.length === 0 ? 0 : 1
}

const mutants = wanted(process.argv.slice(2))
const faults = allMutants.flatMap((mutant) => faultsOf(mutant, read))
const runnable = mutants.filter((mutant) => faultsOf(mutant, read).length === 0)
// Large groups first, so that no lane is left with a long one at the end.
const queue = groupsOf(runnable).toSorted((one, other) => other.length - one.length)
const laneCount = Math.min(2, availableParallelism(), queue.length)
const lanes = Array.from({ length: laneCount }, (_, index) => runLane(`lane-${index + 1}`, queue))
const results = (await Promise.all(lanes)).flat()
const bad = results.filter(({ outcome }) => outcome !== 'killed' && outcome !== 'baseline green')
report({
  passed: results.filter(({ outcome }) => outcome === 'killed').length,
  failures: [...faults, ...bad.map(({ id, outcome, detail }) => `${id}: ${outcome} ${detail}`)],
})
