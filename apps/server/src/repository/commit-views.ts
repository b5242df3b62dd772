import type { ChangedFile, ChangedFiles } from '@sluice/contract/repository'
import type { ComponentPaths } from './component-paths.ts'

/** Commits hold any number of seconds; a date that ISO 8601 does not write in four digits is none. */
export function momentOf(date: Date): string | null {
  const milliseconds = date.getTime()
  return milliseconds >= 0 && milliseconds < Date.UTC(10_000, 0) ? date.toISOString() : null
}

const longestSubject = 200

/** The first line of a message. */
export function subjectOf(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return line.length > longestSubject ? `${line.slice(0, longestSubject - 1)}…` : line
}

interface Changed {
  readonly path: string
  readonly status: 'A' | 'M' | 'D'
}

const changeTypes = { A: 'Added', M: 'Modified', D: 'Deleted' } as const

/** The first files with their components, and the number of all. */
export function viewChanges(
  changed: readonly Changed[],
  components: ComponentPaths,
  limit: number,
): ChangedFiles {
  const files = changed.slice(0, limit).map(({ path, status }): ChangedFile => ({
    path,
    changeType: changeTypes[status],
    component: components.componentOf(path),
  }))
  return { files, total: changed.length }
}
