import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MergePreview } from '@sluice/contract/merge-preview'
import { borrowObjects } from '@sluice/git/borrow-objects'
import { GitError } from '@sluice/git/errors'
import type { Context, MergedComponentRead, WantedMerge } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { AppError } from '../../platform/app-error.ts'
import { KeptAnswers } from '../../platform/kept-answers.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'
import { openThreads } from '../../platform/threads/threads.ts'
import { threadErrors } from '../../steps/session/thread-errors.ts'
import { type LoadedMerge, loadMerge } from './load-merge.ts'
import {
  type MergeToPredict,
  type Prediction,
  predictMergeTask,
  readMergedComponentTask,
} from './prediction-task.ts'

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
const threads = openThreads(new URL('../../commands/thread.ts', import.meta.url), {
  errors: threadErrors,
  size: 1,
  endsThreads: true,
})

const tooLong = (longestMs: number): string =>
  `A merge of these branches takes longer than ${longestMs / 1000} seconds, which is too long for a preview. The job has more time.`

/** How long the files of a component are cached: a page that is opened again within a minute needs no new merge. */
const versionsKeptMs = 60_000
/** The number of bytes in all cached files. */
const bytesKept = 20_000_000

/** Why nothing can be said about a merge. */
interface Unpredicted {
  readonly reason: string
}

type UnknownMerge = Extract<MergePreview, { state: 'unknown' }>

type Predictor = Pick<Context, 'predictMerge' | 'readMergedComponent'>

/** Predicts flow merges for one process, one at a time. Callers that ask for the same merge share one prediction. */
export function openMergePredictor(longestMs = longestMergeMs): Predictor {
  const predictions = new KeptAnswers<Prediction | Unpredicted>({
    maxWeight: componentsKept,
    weightOf,
    keepsRefusals: false,
  })
  const versions = new KeptAnswers<MergedComponentRead>({
    maxAgeMs: versionsKeptMs,
    maxWeight: bytesKept,
    weightOf: sizeOf,
    keepsRefusals: false,
  })
  const places = limitConcurrency<{ readonly workspaceId: string; readonly userId: string }>({
    mayEnter: (_, inside) => inside.length === 0,
    mayWait: (one, waiting) =>
      waiting.length < waitingAtMost &&
      waiting.filter(({ userId }) => userId === one.userId).length < waitingOfOne,
  })
  const inTurn = async <T>(wanted: WantedMerge, work: () => Promise<T>): Promise<T> => {
    const leave = await places.enter({ ...wanted }, AbortSignal.timeout(longestWaitMs))
    if (leave === null) throw new AppError('tooManyRequests')
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    predictMerge: (ctx, wanted) =>
      orReason<MergePreview>(async () => {
        const loaded = await loadMerge(ctx, wanted)
        const ask = () => inTurn(wanted, () => inTemporaryRepository(ctx, { loaded, longestMs }, predict))
        const made = await predictions.get(ctx.clock, loaded.key, ask)
        if ('reason' in made) return { state: 'unknown', reason: made.reason }
        const { key: predictionId, source, target } = loaded
        return { state: 'predicted', predictionId, source, target, ...made }
      }),
    readMergedComponent: (ctx, wanted) =>
      orReason(async () => {
        const { component } = wanted
        const loaded = await loadMerge(ctx, wanted)
        const trial: Trial<MergedComponentRead> = (merge, signal) =>
          threads.run(readMergedComponentTask, { merge, component }, { signal })
        const ask = () => inTurn(wanted, () => inTemporaryRepository(ctx, { loaded, longestMs }, trial))
        const key = JSON.stringify([loaded.key, component.componentType, component.componentName])
        return await versions.get(ctx.clock, key, ask)
      }),
  }
}

/** The number of components plus one, so that an empty prediction counts too. */
const weightOf = (made: Prediction | Unpredicted): number =>
  'reason' in made ? 1 : 1 + made.merged.length + (made.deployed?.length ?? 0)

const sizeOf = (read: MergedComponentRead): number =>
  read === null || 'reason' in read
    ? 1_000
    : [...read.merged, ...read.deployed].reduce(
        (total, { before, after }) => total + (before?.content.length ?? 0) + (after?.content.length ?? 0),
        1_000,
      )

const predict: Trial<Prediction> = (merge, signal) => threads.run(predictMergeTask, merge, { signal })

type Trial<T> = (merge: MergeToPredict, signal: AbortSignal) => Promise<T>

interface LimitedMerge {
  readonly loaded: LoadedMerge
  readonly longestMs: number
}

/** Merges in a temporary repository that borrows the objects of the stack's repository and is deleted afterwards. */
async function inTemporaryRepository<T>(
  ctx: Context,
  { loaded: { lender, merge }, longestMs }: LimitedMerge,
  trial: Trial<T>,
): Promise<T | Unpredicted> {
  await mkdir(ctx.folders.work, { recursive: true })
  const folder = await mkdtemp(join(ctx.folders.work, 'merge-preview-'))
  const signal = AbortSignal.timeout(longestMs + graceMs)
  try {
    const { gitDir } = await borrowObjects({ gitDir: lender }, { gitDir: join(folder, 'repository') })
    const committer = { ...ctx.config.committer, date: ctx.clock.now() }
    return await trial({ ...merge, gitDir, committer, maxMs: longestMs }, signal)
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

/** Answers with the reason when the work fails because nothing can be said about the merge. */
async function orReason<T>(work: () => Promise<T>): Promise<T | UnknownMerge> {
  try {
    return await work()
  } catch (error) {
    return { state: 'unknown', reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof JobFailure) return error.message
  if (error instanceof GitError && error.code === 'notFound')
    return 'The repository does not have these commits any more. The next look at the branches finds the new ones.'
  if (error instanceof GitError) return `Git cannot merge these branches: ${error.message}`
  throw error
}
