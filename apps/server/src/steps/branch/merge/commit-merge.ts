import { commitTree } from '@sluice/git/commit-tree'
import { type TreeFile, listTree } from '@sluice/git/ls-tree'
import { type TreeChange, writeCommits } from '@sluice/git/write-commits'
import { manifestFor } from '../manifest-of-files.ts'
import { fileMode } from '../flow-base.ts'
import { type FileEdit, type Merging, metadataPath } from './merging.ts'

/** What distinguishes the merge from Git's merge by lines. */
export interface MergeEdits {
  readonly edits: ReadonlyMap<string, FileEdit>
  /** Writes the generated manifest anew, from what the merge holds. */
  readonly rebuildsManifest: boolean
}

/** Commits Git's merged tree with the edits. The same input gives the same hash. */
export async function commitMerge(merging: Merging, wanted: MergeEdits): Promise<string> {
  const { input, repository, trees, signal } = merging
  const { committer, message } = input
  const parents = [input.ours, input.theirs]
  if (wanted.edits.size === 0 && !wanted.rebuildsManifest) {
    const commit = { tree: trees.treeHash, parents, author: committer, committer, message }
    return await commitTree(repository, commit)
  }
  const files = new Map<string, TreeChange>()
  for (const [path, file] of await listTree(repository, trees.treeHash, { signal })) {
    files.set(path, stored(path, file))
  }
  for (const [path, edit] of wanted.edits) {
    if (edit === null) files.delete(path)
    else files.set(path, changeTo(path, edit))
  }
  if (wanted.rebuildsManifest) addManifest(merging, files)
  const plan = { parents, author: committer, committer, message, replaceTree: true, changes: files.values() }
  const [commit = ''] = await writeCommits(repository, [plan], { signal, reader: merging.reader })
  return commit
}

const stored = (path: string, { hash, mode }: TreeFile): TreeChange => ({ path, hash, mode: fileMode(mode) })

function changeTo(path: string, edit: Exclude<FileEdit, null>): TreeChange {
  return 'hash' in edit ? stored(path, edit) : { path, content: edit.content, mode: fileMode(edit.mode) }
}

function addManifest(merging: Merging, files: Map<string, TreeChange>): void {
  const { directory, input } = merging
  const path = directory.manifest
  if (path === null) return
  const metadata = [...files.keys()].flatMap((file) => metadataPath(merging, file) ?? [])
  files.set(path, { path, content: manifestFor(metadata, input.apiVersion) })
}
