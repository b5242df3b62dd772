import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MergePreview } from '@sluice/contract/merge-preview'
import { borrowObjects } from '@sluice/git/borrow-objects'
import { GitError } from '@sluice/git/errors'
import type { Context } from '../../../context.ts'
import type { WantedMerge } from '../../../differences/merge-prediction.ts'
import { JobFailure } from '../../../durable/run-errors.ts'
import { AppError } from '../../../platform/app-error.ts'
import { KeptAnswers } from '../../../platform/kept-answers.ts'
import { limitConcurrency } from '../../../platform/limit-concurrency.ts'
import { openThreads } from '../../../platform/threads/threads.ts'
import { threadErrors } from '../../steps/session/thread-errors.ts'
import { type LoadedMerge, loadMerge } from './load-merge.ts'
import { type Prediction, predictMergeTask } from './prediction-task.ts'

/** A merge that takes longer is not predicted. */
const longestMergeMs = 15_000
/** How long after the limit the thread is terminated, because computation in it cannot be interrupted. */
const graceMs = 5_000
const longestWaitMs = 60_000

/** The number of components in all cached predictions, about 50 MB. */
const componentsKept = 200_000
const waitingAtMost = 20
const waitingOfOne = 6

/** Predictions have a thread of their own, because a long job in a shared one would keep previews waiting. */
const threads = openThreads(new URL('../../thread.ts', import.meta.url), {
  errors: threadErrors,
  size: 1,
  endsThreads: true,
})

const tooLong = (longestMs: number): string =>
  `A merge of these branches takes longer than ${longestMs / 1000} seconds, which is too long for a preview. The job has more time.`

/** Predicts flow merges for one process, one at a time. Callers that ask for the same merge share one prediction. */
export function openMergePredictor(longestMs = longestMergeMs): Context['predictMerge'] {
  const kept = new KeptAnswers<Prediction | { readonly reason: string }>({
    maxWeight: componentsKept,
    weightOf,
    keepsRefusals: false,
  })
  const places = limitConcurrency<{ readonly workspaceId: string; readonly userId: string }>({
    mayEnter: (_, inside) => inside.length === 0,
    mayWait: (one, waiting) =>
      waiting.length < waitingAtMost &&
      waiting.filter(({ userId }) => userId === one.userId).length < waitingOfOne,
  })
  const inTurn = async (ctx: Context, wanted: WantedMerge, loaded: LoadedMerge) => {
    const leave = await places.enter({ ...wanted }, AbortSignal.timeout(longestWaitMs))
    if (leave === null) throw new AppError('tooManyRequests')
    try {
      return await predict(ctx, loaded, longestMs)
    } finally {
      leave()
    }
  }
  return async (ctx, wanted): Promise<MergePreview> => {
    try {
      const loaded = await loadMerge(ctx, wanted)
      const made = await kept.get(ctx.clock, loaded.key, () => inTurn(ctx, wanted, loaded))
      if ('reason' in made) return { state: 'unknown', reason: made.reason }
      return { state: 'predicted', source: loaded.source, target: loaded.target, ...made }
    } catch (error) {
      return { state: 'unknown', reason: reasonOf(error) }
    }
  }
}

/** The number of components plus one, so that an empty prediction counts too. */
const weightOf = (made: Prediction | { readonly reason: string }): number =>
  'reason' in made ? 1 : 1 + made.merged.length + (made.deployed?.length ?? 0)

/** Merges in a temporary repository that borrows the objects of the stack's repository and is deleted afterwards. */
async function predict(
  ctx: Context,
  { lender, merge }: LoadedMerge,
  longestMs: number,
): Promise<Prediction | { readonly reason: string }> {
  await mkdir(ctx.folders.work, { recursive: true })
  const folder = await mkdtemp(join(ctx.folders.work, 'merge-preview-'))
  const signal = AbortSignal.timeout(longestMs + graceMs)
  try {
    const { gitDir } = await borrowObjects({ gitDir: lender }, { gitDir: join(folder, 'repository') })
    const committer = { ...ctx.config.committer, date: ctx.clock.now() }
    const input = { ...merge, gitDir, committer, maxMs: longestMs }
    return await threads.run(predictMergeTask, input, { signal })
  } catch (error) {
    // Returned instead of thrown, so that it is cached: the same merge would take as long again.
    if (signal.aborted || isTimeout(error)) return { reason: tooLong(longestMs) }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof GitError
    ? error.code === 'aborted' || error.code === 'timeout'
    : error instanceof Error && error.name === 'TimeoutError'

function reasonOf(error: unknown): string {
  if (error instanceof JobFailure) return error.message
  if (error instanceof GitError && error.code === 'notFound')
    return 'The repository does not have these commits any more. The next look at the branches finds the new ones.'
  if (error instanceof GitError) return `Git cannot merge these branches: ${error.message}`
  throw error
}
