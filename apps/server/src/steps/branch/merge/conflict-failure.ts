import { JobFailure } from '../../../durable/run-errors.ts'
import type { MergeSettings, MergeStop } from './branch-merge.ts'

/** So many conflicting files are stored and listed; the count is always of all of them. */
export const mostConflictsListed = 50

/** Paths that the first sentence names. */
const named = 5

/** Paths in the repository that a merge stopped at; `stop` is absent in what earlier releases recorded. */
export interface StoppedMerge {
  readonly paths: readonly string[]
  readonly stop?: MergeStop
}

/** What is merged, in words. */
export interface MergeSides {
  /** Where the changes go: the branch. */
  readonly local: string
  /** Where they come from. */
  readonly remote: string
  /** The job that is run again. */
  readonly job: string
  /** Where the strategies are set, when the job has several merges. */
  readonly merge: string | null
}

const orgIntoBranch: MergeSides = {
  local: 'the branch',
  remote: 'the org',
  job: 'the flow in',
  merge: null,
}

/**
 * Ends a job whose merge needs a decision that its settings do not make. Says what conflicts, that nothing was pushed and
 * what to choose to go on.
 */
export function conflictFailure(
  { paths, stop }: StoppedMerge,
  settings: MergeSettings,
  sides: MergeSides = orgIntoBranch,
): JobFailure {
  const reason = stop?.reason ?? 'needsPerson'
  const count = stop?.count ?? paths.length
  const files = `${count} ${count === 1 ? 'file' : 'files'}`
  const first = `${paths.slice(0, named).join(', ')}${count > named ? ` and ${count - named} more` : ''}`
  const what =
    reason === 'semanticPrompt'
      ? `The changes in ${sides.remote} and in ${sides.local} can be merged by metadata element in ${files}`
      : `The changes in ${sides.remote} conflict with ${sides.local} in ${files}`
  return new JobFailure(
    `${what}: ${first}. ${whyStopped(reason, settings)}`,
    ['Nothing was pushed.', howToGoOn(reason, sides), 'Files:', ...listOf(paths, stop, count)].join('\n'),
  )
}

function whyStopped(reason: MergeStop['reason'], { conflicts, semantic }: MergeSettings): string {
  if (reason === 'abort') return 'The job was told to end at a merge conflict (Abort).'
  if (reason === 'noStrategy') return 'No strategy for merge conflicts can settle this.'
  if (reason === 'semanticPrompt') return `Semantic merge ${semantic} needs a person at a command line.`
  if (conflicts !== 'AskForEach') return `The strategy ${conflicts} needs a person at a command line.`
  return '“Ask for each conflict” (AskForEach) asks neither in a check-only job, nor about changes that could not be deployed, nor when a branch moves while a flow merge is pushed.'
}

const strategies = 'Prefer local, Prefer remote, Take local file or Take remote file'

function howToGoOn(reason: MergeStop['reason'], { local, remote, job, merge }: MergeSides): string {
  const inGit = `merge the files in Git and push them, and run ${job} again.`
  const of = merge === null ? '' : ` for ${merge}`
  if (reason === 'noStrategy') return `To go on, ${inGit}`
  if (reason === 'semanticPrompt')
    return `To go on, run ${job} again with semantic merge ApplyAll or SkipAll${of}.`
  return `To go on, run ${job} again with ${strategies}${of} (local is ${local}, remote is ${remote}), or ${inGit}`
}

function listOf(paths: readonly string[], stop: MergeStop | undefined, count: number): string[] {
  const lines = paths.slice(0, mostConflictsListed).map((path, index) => {
    const detail = stop?.details[index] ?? ''
    return detail === '' ? path : `${path}: ${detail}`
  })
  return count > lines.length ? [...lines, `and ${count - lines.length} more`] : lines
}
