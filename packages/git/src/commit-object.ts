import type { ObjectReader } from './cat-file.ts'
import { GitError } from './errors.ts'

/** The hash of a commit's tree. Raises `notFound` when the commit is not there, `failed` for an object that is none. */
export async function treeOfCommit(reader: ObjectReader, commitHash: string): Promise<string> {
  const head = (await reader.read(commitHash)).toString('latin1', 0, 45)
  if (!head.startsWith('tree ')) throw new GitError('failed', `The object ${commitHash} is no commit.`)
  return head.slice(5)
}
