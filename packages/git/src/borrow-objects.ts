import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './errors.ts'
import type { GitLimits, Repository } from './git.ts'
import { createBareRepository } from './init.ts'

/**
 * Creates a bare repository that reads every object of another one and keeps what is written for itself
 * (gitrepository-layout(5), `objects/info/alternates`). It has no refs, and the other one never learns of it.
 */
export async function borrowObjects(
  from: Repository,
  options: { gitDir: string; limits?: Partial<GitLimits> },
): Promise<Repository> {
  // The file has a line for each folder; a line that begins with `"` or `#` means something else.
  if (!/^\/[^\n]*$/.test(from.gitDir))
    throw new GitError('failed', 'The folder of a repository must be an absolute path of one line.')
  const repository = await createBareRepository({ ...options, defaultBranch: 'main' })
  const objects = join(repository.gitDir, 'objects')
  await writeFile(join(objects, 'info', 'alternates'), `${join(from.gitDir, 'objects')}\n`)
  return repository
}
