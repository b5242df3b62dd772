import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './errors.ts'
import type { GitLimits, Repository } from './git.ts'
import { createBareRepository } from './init.ts'

/**
 * Creates a bare repository without refs that can read all objects of another repository. New objects are written to the new
 * repository only (gitrepository-layout(5), `objects/info/alternates`), and the other one is not changed.
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
