import type { Repository } from '@sluice/git/git'

/** A bare repository whose only commit has no files. */
export function emptyRepository(gitDir: string): Promise<{ repository: Repository; commit: string }>

/** From a retrieved archive to a commit; gives the commit. */
export function flowIn(o: {
  readonly repository: Repository
  readonly base: string
  readonly archives: readonly string[]
  /** Where to keep what entries became, so that those which come again may be skipped. */
  readonly knownEntries?: string
}): Promise<string>
