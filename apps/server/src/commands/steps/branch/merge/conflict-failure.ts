import { JobFailure } from '../../../../durable/run-errors.ts'
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

/**
 * Ends a job whose merge needs a decision that its settings do not make. Says what conflicts, that nothing was pushed and
 * what to choose to go on.
 */
export function conflictFailure({ paths, stop }: StoppedMerge, settings: MergeSettings): JobFailure {
  const reason = stop?.reason ?? 'needsPerson'
  const count = stop?.count ?? paths.length
  const files = `${count} ${count === 1 ? 'file' : 'files'}`
  const first = `${paths.slice(0, named).join(', ')}${count > named ? ` and ${count - named} more` : ''}`
  const what =
    reason === 'semanticPrompt'
      ? `The changes in the org and in the branch can be merged by metadata element in ${files}`
      : `The changes in the org conflict with the branch in ${files}`
  return new JobFailure(
    `${what}: ${first}. ${whyStopped(reason, settings)}`,
    ['Nothing was pushed.', howToGoOn[reason], 'Files:', ...listOf(paths, stop, count)].join('\n'),
  )
}

function whyStopped(reason: MergeStop['reason'], { conflicts, semantic }: MergeSettings): string {
  if (reason === 'abort') return 'The job was told to end at a merge conflict (Abort).'
  if (reason === 'noStrategy') return 'No strategy for merge conflicts can settle this.'
  const setting = reason === 'semanticPrompt' ? `Semantic merge ${semantic}` : nameOf(conflicts)
  return `${setting} needs a person to decide, and this version of the product cannot ask one.`
}

/** The console offers one of the strategies that need a person, under a name of its own. */
const nameOf = (strategy: MergeSettings['conflicts']): string =>
  strategy === 'AskForEach' ? '“Ask for each conflict” (AskForEach)' : `The strategy ${strategy}`

const inGit = 'merge the files in Git and push them, and run the flow in again.'
const strategies = 'Prefer local, Prefer remote, Take local file or Take remote file'

const howToGoOn: Record<MergeStop['reason'], string> = {
  needsPerson: `To go on, run the flow in again with ${strategies} (local is the branch, remote is the org), or ${inGit}`,
  abort: `To go on, run the flow in again with ${strategies} (local is the branch, remote is the org), or ${inGit}`,
  noStrategy: `To go on, ${inGit}`,
  semanticPrompt: 'To go on, run the flow in again with semantic merge ApplyAll or SkipAll.',
}

function listOf(paths: readonly string[], stop: MergeStop | undefined, count: number): string[] {
  const lines = paths.slice(0, mostConflictsListed).map((path, index) => {
    const detail = stop?.details[index] ?? ''
    return detail === '' ? path : `${path}: ${detail}`
  })
  return count > lines.length ? [...lines, `and ${count - lines.length} more`] : lines
}
