// The part `kills` of the long tests: something is killed at a random moment of every flow, and each flow must end as if
// nothing had happened.
import { writeFileSync } from 'node:fs'
import { allFigures, describe, unprovenVictims } from './figures.ts'
import { type World, startWorld } from './flows.ts'
import { type Round, roundsOf } from './plan.ts'
import { type Played, adjusted, play, settle, typicalDurations } from './play.ts'

const totalRounds = 300
const say = (line: string) => process.stdout.write(`${line}\n`)

function readRun() {
  // oxlint-disable-next-line node/no-process-env -- a program among the long tests learns its seed and slice this way
  const { LONG_RUN_SEED: seed = '1', LONG_RUN_SLICE: slice = '1/1', LONG_RUN_REPORT: file } = process.env
  const [index = 1, count = 1] = slice.split('/').map(Number)
  const rounds = roundsOf(Number(seed) + index - 1, Math.ceil(totalRounds / count))
  return { name: `seed ${seed}, slice ${slice}`, rounds, file }
}

async function playAll(world: World, rounds: readonly Round[], played: Played[]): Promise<void> {
  let typical = await typicalDurations(world)
  say(`Without a kill a flow in takes ${typical.in} ms, a flow out ${typical.out} ms.`)
  for (const round of rounds) {
    const result = await play(world, round, typical[round.direction])
    played.push(result)
    typical = adjusted(typical, result)
    say(describe(result))
    if (result.faults.length > 0) await settle(world, round)
  }
}

/** Writes the report of the rounds that were played, and says whether all is well. */
function report(
  run: ReturnType<typeof readRun>,
  played: readonly Played[],
  errors: readonly string[],
): boolean {
  const { name, rounds, file } = run
  const failed = played.filter(({ faults }) => faults.length > 0)
  const failures = [
    ...failed.map((one) => `${name}, ${describe(one)}`),
    ...unprovenVictims(played).map((victim) => `${name}: no kill of ${victim} met an unfinished job`),
    ...errors.map((error) => `${name}: the rounds did not go on: ${error}`),
  ]
  const counts = {
    passed: played.length - failed.length,
    failed: failures.length,
    skipped: rounds.length - played.length,
  }
  const figures = allFigures(played)
  if (file) writeFileSync(file, JSON.stringify({ ...counts, failures, figures }))
  for (const failure of failures) say(`✗ ${failure}`)
  say(JSON.stringify({ ...counts, figures }, undefined, 2))
  return failures.length === 0
}

const run = readRun()
const played: Played[] = []
const errors: string[] = []
say(run.name)
const world = await startWorld()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    report(run, played, ['the run was interrupted'])
    void world.stop().finally(() => process.exit(1))
  })
try {
  await playAll(world, run.rounds, played)
} catch (error) {
  errors.push(String(error))
} finally {
  await world.stop()
}
process.exitCode = report(run, played, errors) ? 0 : 1
