import { EventEmitter, once } from 'node:events'
import { eq } from 'drizzle-orm'
import { forceUnlock } from '../../environments/environment-lock.ts'
import { environmentLock } from '../../platform/database/schema/job-execution.ts'
import { newId } from '../../platform/ids.ts'
import type { CrashRow, CrashScene } from './crash-rows/crash-row.ts'
import { titleOf } from './crash-table.ts'
import type { FlowWorld } from './flow-world.ts'
import type { ObservedWorker } from './observed-worker.ts'
import { cancelJob, ended, flowInAll } from './run-job.ts'

export type Stop = 'cancelled' | 'unlocked'

interface StoppedJob {
  readonly outcome: string | null
  readonly message: string
  /** Of the row, before the job began, when it was stopped and when it had ended. */
  readonly before: string
  readonly atStop: string
  readonly left: string
}

/** Stops a job of the row at the point; says what is wrong with what it leaves, and nothing where that is right. */
export async function wrongAfterStop(
  worker: ObservedWorker,
  row: CrashRow,
  { point, stop }: { readonly point: string; readonly stop: Stop },
): Promise<string[]> {
  const { world } = worker
  const scene = await row.arrange(world, `// ${stop} ${point}`)
  const job = await runStopped(worker, scene, { point, stop })
  await settle(worker, scene)
  if (job === null) return []
  if (typeof job === 'string') return [`${titleOf(row)}, ${stop} at ${point}: ${job}`]
  const wrong =
    stop === 'cancelled' ? wrongAfterCancellation(row, job) : wrongAfterUnlock(row, { point, job })
  return wrong === null ? [] : [`${titleOf(row)}, ${stop} at ${point}: ${wrong} ${JSON.stringify(job)}`]
}

/** Returns null when the job had no lock or did not reach the point, and a text when the job did not end by itself. */
async function runStopped(
  worker: ObservedWorker,
  scene: CrashScene,
  { point, stop }: { readonly point: string; readonly stop: Stop },
): Promise<StoppedJob | string | null> {
  const { world } = worker
  const before = await scene.left(newId())
  const signal = new EventEmitter()
  const submitted = once(signal, 'submitted').then(([id]) => String(id))
  let atStop: string | null = null
  await worker.observe(async (passing) => {
    if (passing !== point || atStop !== null) return
    const id = await submitted
    atStop = await scene.left(id)
    if (stop === 'cancelled') await cancelJob(world.ctx, scene.flow, id)
    else if (!(await unlock(world, scene, id))) atStop = null
  })
  const jobId = await scene.submit()
  signal.emit('submitted', jobId)
  const { outcome, error } = await ended(world.ctx, scene.flow, jobId).catch(async (noEnd: unknown) => {
    // Cancels the job, because its lock would block every later job.
    await cancelJob(world.ctx, scene.flow, jobId)
    await ended(world.ctx, scene.flow, jobId)
    return { outcome: 'NoEnd' as const, error: { message: String(noEnd) } }
  })
  await worker.observe(async () => undefined)
  if (outcome === 'NoEnd') return error.message
  if (atStop === null) return null
  return { outcome, message: error?.message ?? '', before, atStop, left: await scene.left(jobId) }
}

async function unlock({ ctx }: FlowWorld, { flow }: CrashScene, jobId: string): Promise<boolean> {
  const locks = await ctx.database.asSystem((tx) =>
    tx.select().from(environmentLock).where(eq(environmentLock.jobId, jobId)),
  )
  for (const { environmentId } of locks)
    await ctx.database.inWorkspace(flow.workspaceId, flow.userId, (tx) => forceUnlock(ctx, tx, environmentId))
  return locks.length > 0
}

/** What a stopped job left half done is brought into the branches, so that the next job begins as the first did. */
async function settle({ world }: ObservedWorker, scene: CrashScene): Promise<void> {
  await flowInAll(world.ctx, scene.flow, { mergeConflictsStrategy: 'TakeLocalFile', acceptDeletions: true })
  await scene.settle?.()
}

const withoutDeployments = (left: string) =>
  left
    .split(', ')
    .filter((fact) => !/^\d+ (?:deployment|validation)$/u.test(fact))
    .join(', ')

/** A cancelled job has changed nothing; one that could no longer be cancelled has done everything. */
function wrongAfterCancellation(row: CrashRow, job: StoppedJob): string | null {
  if (job.outcome === 'Succeeded') return job.left === row.leaves ? null : 'succeeded in part:'
  if (job.outcome !== 'Cancelled') return 'neither cancelled nor finished:'
  // What was sent to Salesforce is cancelled there.
  return withoutDeployments(job.left) === withoutDeployments(job.before) ? null : 'cancelled after a change:'
}

/** A job that was stopped before may have left a commit that the flow in of this one merges. */
const withoutMergeCommits = (left: string) => left.replace(/\d+ merge commit, /u, '')

/** A job that lost its lock has done nothing afterwards, but for an effect that was under way. */
function wrongAfterUnlock(
  row: CrashRow,
  { point, job }: { readonly point: string; readonly job: StoppedJob },
): string | null {
  const isAll = (left: string) => withoutMergeCommits(left) === withoutMergeCommits(row.leaves)
  const isDone = isAll(job.atStop) || isAll([job.atStop, 'listed in the result'].filter(Boolean).join(', '))
  if (job.outcome === 'Succeeded') return isDone && isAll(job.left) ? null : 'did not stop:'
  if (job.outcome !== 'Failed' || !job.message.includes('lost its lock'))
    return 'neither stopped nor finished:'
  // A validation changes nothing: a job that cannot tell its result has failed.
  const isValidation = row.leaves.startsWith('1 validation')
  if (isDone && !isValidation) return 'stopped after everything was done:'
  const isUnderWay = !/\.(?:before|done|recorded)$/u.test(point)
  // Salesforce ends a deployment that it has accepted, also without the job.
  const isEndedByOrg = job.left === `${job.atStop}, changed in the org`
  return isUnderWay || isEndedByOrg || job.left === job.atStop ? null : 'went on:'
}
