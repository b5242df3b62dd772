import { EventEmitter, once } from 'node:events'
import { eq } from 'drizzle-orm'
import { environmentLock, jobStep } from '../../platform/database/schema/job-execution.ts'
import type { CrashRow } from './crash-rows/crash-row.ts'
import type { FlowWorld } from './flow-world.ts'
import { loseFiles } from './lose-files.ts'
import type { ObservedWorker } from './observed-worker.ts'
import { ended, jobOf } from './run-job.ts'

/** A line of the table: where the worker is lost, what the next one finds of an effect in doubt, and what there is in the end. */
export interface CrashLine {
  readonly point: string
  readonly inDoubt: string
  readonly left: string
}

type WorkFolder = 'kept' | 'lost'

/** The state before a step is the state after the one before it. */
const isStateOfItsOwn = (point: string) => !point.endsWith('.before')

/** Every point of a job of the row at which a worker may be lost. */
export async function pointsOf(worker: ObservedWorker, row: CrashRow): Promise<string[]> {
  const { world } = worker
  const scene = await row.arrange(world, `// ${row.command} undisturbed`)
  const points = new Set<string>()
  await worker.observe(async (point, by) => {
    if (by === row.command) points.add(point)
  })
  const left = await leftBy(world, scene, await scene.submit())
  if (left !== row.leaves) throw new Error(`${titleOf(row)}, undisturbed, leaves: ${left}`)
  return partAfterPart([...points].filter(isStateOfItsOwn))
}

const partOf = (point: string) => /^\w+(?=: )/u.exec(point)?.[0] ?? ''

/** Groups the points by part, because parts that run at the same time reach their points in no fixed order. */
function partAfterPart(points: readonly string[]): string[] {
  const stretches: string[][] = []
  for (const point of points) {
    const last = stretches.at(-1)
    const isOfParts = partOf(point) !== ''
    if (last !== undefined && (partOf(last[0] ?? '') !== '') === isOfParts) last.push(point)
    else stretches.push([point])
  }
  return stretches.flatMap((stretch) =>
    partOf(stretch[0] ?? '') === ''
      ? stretch
      : stretch.toSorted((a, b) => partOf(a).localeCompare(partOf(b))),
  )
}

/** Loses the worker at the point, once with the work folder and once without. */
export async function crashAt(worker: ObservedWorker, row: CrashRow, point: string): Promise<CrashLine> {
  const kept = await crashOnce(worker, row, { point, workFolder: 'kept' })
  const lost = await crashOnce(worker, row, { point, workFolder: 'lost' })
  return { point, inDoubt: inBoth(kept.inDoubt, lost.inDoubt), left: inBoth(kept.left, lost.left) }
}

const inBoth = (kept: string, lost: string) =>
  kept === lost ? kept : `with its files: ${kept}; without: ${lost}`

async function crashOnce(
  worker: ObservedWorker,
  row: CrashRow,
  { point, workFolder }: { point: string; workFolder: WorkFolder },
): Promise<Omit<CrashLine, 'point'>> {
  const { world } = worker
  const scene = await row.arrange(world, `// ${row.command} ${point} ${workFolder}`)
  const { flow } = scene
  const signal = new EventEmitter()
  const reached = once(signal, 'reached')
  await worker.stopAt({ command: row.command, point }, () => void signal.emit('reached'))
  const jobId = await scene.submit()
  await Promise.race([reached, ended(world.ctx, flow, jobId)])
  if ((await jobOf(world.ctx, flow, jobId)).status === 'Ended')
    return { inDoubt: '', left: 'the point was not reached' }
  const begun = await effectsInDoubt(world, jobId)
  // The other parts of a job go on until their worker is gone; without their files they would end with an error that is recorded.
  await worker.replace(async () => {
    if (workFolder === 'lost') await loseFiles(world)
  })
  const left = await leftBy(world, scene, jobId)
  return { inDoubt: (await settled(world, jobId, begun)).join('; '), left }
}

/** Waits for the end of the job; in the end it has succeeded and has left what the row says, and nothing else. */
async function leftBy(
  world: FlowWorld,
  scene: Awaited<ReturnType<CrashRow['arrange']>>,
  jobId: string,
): Promise<string> {
  const { outcome, error } = await ended(world.ctx, scene.flow, jobId)
  if (outcome !== 'Succeeded') return `${outcome}: ${error?.message ?? ''}`
  const locks = await world.ctx.database.asSystem((tx) =>
    tx.$count(environmentLock, eq(environmentLock.jobId, jobId)),
  )
  const left = await scene.left(jobId)
  return locks === 0 ? left : `${left}, ${locks} lock`
}

/** Names of the effects that have begun and are not known to be done. */
async function effectsInDoubt(world: FlowWorld, jobId: string): Promise<string[]> {
  const steps = await stepsOf(world, jobId)
  return steps.filter(({ result }) => result === null).map(({ name }) => name)
}

async function settled(world: FlowWorld, jobId: string, begun: readonly string[]): Promise<string[]> {
  const steps = await stepsOf(world, jobId)
  return begun.map((name) => {
    const isAdopted = steps.find((step) => step.name === name)?.resolution === 'Adopted'
    return isAdopted ? `\`${name}\` is done outside` : `\`${name}\` is not done outside; it does it`
  })
}

const stepsOf = (world: FlowWorld, jobId: string) =>
  world.ctx.database.asSystem((tx) => tx.select().from(jobStep).where(eq(jobStep.jobId, jobId)))

export const titleOf = ({ command, mode }: CrashRow): string =>
  mode === '' ? command : `${command}, ${mode}`
