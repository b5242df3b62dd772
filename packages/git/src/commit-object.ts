import type { ObjectReader } from './cat-file.ts'
import { GitError } from './errors.ts'

/** The hash of a commit's tree. Raises `notFound` when the commit is not there, `failed` for an object that is none. */
export async function treeOfCommit(reader: ObjectReader, commitHash: string): Promise<string> {
  const head = (await reader.read(commitHash)).toString('latin1', 0, 45)
  if (!head.startsWith('tree ')) throw new GitError('failed', `The object ${commitHash} is no commit.`)
  return head.slice(5)
}

/** The hashes of a commit's parents, in their order. Raises as `treeOfCommit` does. */
export async function parentsOfCommit(reader: ObjectReader, commitHash: string): Promise<string[]> {
  const [header = ''] = (await reader.read(commitHash)).toString('latin1').split('\n\n', 1)
  if (!header.startsWith('tree ')) throw new GitError('failed', `The object ${commitHash} is no commit.`)
  return [...header.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, parent = '']) => parent)
}
