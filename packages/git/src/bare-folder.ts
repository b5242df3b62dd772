import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from './errors.ts'

const config = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n'

/**
 * Writes an empty bare repository as git-init(1) would, without a process (gitrepository-layout(5)). What is there already stays, except
 * for the folder whose objects it can read too: that of `lender`, where one is given. Raises `failed` for a path that cannot be lent from.
 */
export async function writeBareFolder(gitDir: string, lender?: string): Promise<void> {
  const objects = join(gitDir, 'objects')
  await Promise.all(
    [join(objects, 'info'), join(objects, 'pack'), join(gitDir, 'refs')].map((path) =>
      mkdir(path, { recursive: true }),
    ),
  )
  await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(gitDir, 'config'), config)
  if (lender === undefined) return
  // The file has a line for each folder; a line that begins with `"` or `#` means something else.
  if (!/^\/[^\n]*$/.test(lender))
    throw new GitError('failed', 'The folder of a repository must be an absolute path of one line.')
  await writeFile(join(objects, 'info', 'alternates'), `${join(lender, 'objects')}\n`)
}
