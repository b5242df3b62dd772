import type { Job } from '@sluice/contract/job'
import { setTimeout as pause } from 'node:timers/promises'
import { type World, beginFlowIn, beginFlowOut, endOf } from './flows.ts'
import { kill } from './kill.ts'
import { leftBehind, repositoryFaults } from './left-behind.ts'
import type { Round } from './plan.ts'
import { until } from './until.ts'

export interface Played {
  readonly round: Round
  /** When the victim was killed, after the job was submitted. */
  readonly momentMs: number
  /** From the kill to the end of the job; null when the job had ended before. */
  readonly endedAfterMs: number | null
  /** How long the flow took, when its job had ended before the kill. */
  readonly undisturbedMs: number | null
  readonly faults: readonly string[]
}

/** How long what a job leaves may stay after its end: a killed child process ends a moment later. */
const longestTraceMs = 15_000
const checkRepositoriesEvery = 20
const beginOf = { in: beginFlowIn, out: beginFlowOut }

/** What a flow takes without a kill, in milliseconds. */
type Durations = Record<Round['direction'], number>

/** Milliseconds that a flow of each direction takes when nothing is killed; the first of each warms up. */
export async function typicalDurations(world: World): Promise<Durations> {
  const durations = { in: 0, out: 0 }
  for (const turn of ['warming up', 'measured'])
    for (const direction of ['in', 'out'] as const)
      durations[direction] = await runUndisturbed(world, direction, `${turn} ${direction}`)
  return durations
}

/**
 * What flows take now: a machine that others use changes its speed. A kill that came too late tells it, and after each
 * that met its job the next one may come a little later.
 */
export function adjusted(typical: Durations, { round, undisturbedMs }: Played): Durations {
  const { direction } = round
  return { ...typical, [direction]: undisturbedMs ?? typical[direction] * 1.05 }
}

/** Runs a flow in and a flow out without a kill, so that nothing of a failed round is left for the next. */
export async function settle(world: World, { number }: Round): Promise<void> {
  await runUndisturbed(world, 'in', `after ${number}`)
  await runUndisturbed(world, 'out', `after ${number}`)
}

async function runUndisturbed(world: World, direction: Round['direction'], word: string): Promise<number> {
  const { jobId } = await beginOf[direction](world, word)
  const began = Date.now()
  const job = await endOf(world.client, jobId)
  if (job.outcome !== 'Succeeded')
    throw new Error(`A flow ${direction} without a kill: ${outcomeFaults(job).join()}`)
  return Date.now() - began
}

/** Plays a round: a flow begins, the victim is killed, and when the job has ended its effects and traces are judged. */
export async function play(world: World, round: Round, typicalMs: number): Promise<Played> {
  const flow = await beginOf[round.direction](world, `round ${round.number}`)
  const began = Date.now()
  const momentMs = Math.round(round.fraction * typicalMs)
  await pause(momentMs)
  try {
    const { killedAt, isBack } = await kill(world.product, round.victim)
    const [job] = await Promise.all([endOf(world.client, flow.jobId), isBack])
    const ended = Date.parse(job.endedUtc ?? '')
    const isMet = ended > killedAt
    const faults = [
      ...outcomeFaults(job),
      ...(await flow.faults()),
      ...(await until(() => leftBehind(world.product), longestTraceMs)),
      ...(round.number % checkRepositoriesEvery === 0 ? await repositoryFaults(world.product.dataDir) : []),
    ]
    const endedAfterMs = isMet ? ended - killedAt : null
    return { round, momentMs, endedAfterMs, undisturbedMs: isMet ? null : ended - began, faults }
  } catch (error) {
    const faults = [`job ${flow.jobId}: ${String(error)}`]
    return { round, momentMs, endedAfterMs: null, undisturbedMs: null, faults }
  }
}

function outcomeFaults({ id, outcome, error }: Job): string[] {
  if (outcome === 'Succeeded' && error === null) return []
  return [`job ${id} ended ${outcome}: ${error?.message ?? ''} ${error?.details ?? ''}`.trim()]
}
