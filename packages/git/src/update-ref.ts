import { GitError } from './errors.ts'
import { runGit } from './git.ts'
import type { Repository } from './git.ts'
import { fullHash, fullRef, zeroHash } from './object-names.ts'

/** A change of one ref. `oldHash` null: it must not exist. `newHash` null: delete it. */
export interface RefUpdate {
  readonly ref: string
  readonly newHash: string | null
  readonly oldHash: string | null
}

/** Sets a ref only if it still has its expected old value. Raises `staleRef` when it has moved. */
export async function updateRef(repository: Repository, update: RefUpdate): Promise<void> {
  await updateRefs(repository, [update])
}

/** Sets several refs in one transaction: all of them or none. Raises `staleRef` when one has moved. */
export async function updateRefs(repository: Repository, updates: readonly RefUpdate[]): Promise<void> {
  const lines = updates.map(({ ref, newHash, oldHash }) => {
    const old = oldHash === null ? zeroHash : fullHash(oldHash)
    if (newHash === null) return `delete ${fullRef(ref)}\0${old}\0`
    return `update ${fullRef(ref)}\0${fullHash(newHash)}\0${old}\0`
  })
  if (lines.length === 0) return
  const input = Buffer.from(`start\0${lines.join('')}prepare\0commit\0`)
  try {
    await runGit({ repository, args: ['update-ref', '--stdin', '-z'], input })
  } catch (error) {
    // A delete of a missing ref is reported as an unresolvable one; both mean that the ref is not as expected.
    if (error instanceof GitError && /non-existent object|nonexistent object/.test(error.stderr)) {
      throw new GitError('notFound', 'The commit of a ref is not in the repository.', {
        stderr: error.stderr,
      })
    }
    throw error
  }
}
