import { JobFailure } from '../../../durable/run-errors.ts'

/** So many conflicting files are stored and listed; the count is always of all of them. */
export const mostConflictsListed = 50

const mostInMessage = 5

/** Files that conflict: the first of them, and how many there are in all. */
export interface ConflictingFiles {
  readonly first: readonly string[]
  readonly total: number
}

/** Nothing has been pushed or written: the files are named so that people can resolve them in Git. */
export function mergeConflict({ first, total }: ConflictingFiles): JobFailure {
  const listed = first.slice(0, mostConflictsListed)
  const named = listed.slice(0, mostInMessage)
  const rest = total > named.length ? ` and ${total - named.length} more` : ''
  const heading =
    total > listed.length
      ? `Conflicting files (the first ${listed.length} of ${total}):`
      : 'Conflicting files:'
  return new JobFailure(
    `The changes in the org conflict with the branch in ${total} file(s): ${named.join(', ')}${rest}.`,
    `Nothing was pushed. ${heading}\n${listed.join('\n')}`,
  )
}
