import { openObjectReader } from '@sluice/git/cat-file'
import { diffFolders } from '@sluice/git/diff-tree'
import type { FileChange } from '@sluice/git/diff-tree'
import type { Repository } from '@sluice/git/git'
import { listTree } from '@sluice/git/ls-tree'
import { planDelta } from '@sluice/metadata/delta'
import type { DeltaPlan } from '@sluice/metadata/delta'
import { componentChanges } from '@sluice/metadata/diff/component-changes'
import { componentOfPath } from '@sluice/metadata/paths'
import { saveArchive } from '../../apps/server/src/commands/steps/retrieve/archive-files.ts'

export interface DeltaTask {
  readonly repository: Repository
  readonly from: string
  readonly to: string
  /** Where the archive goes. */
  readonly archive: string
}

const pathsAtOnce = 1_000

/** The engine's way from two commits to the archive of a deployment: nothing is checked out, unchanged trees stay unread. */
export async function writeDelta(task: DeltaTask): Promise<DeltaPlan> {
  const { repository, from, to } = task
  const files = (await diffFolders(repository, { from, to })).filter(
    ({ path }) => componentOfPath(path) !== null,
  )
  const reader = openObjectReader(repository)
  const read = async (hash: string | null | undefined) =>
    hash === null || hash === undefined ? null : await reader.read(hash)
  try {
    const contents = files.map(async ({ path, oldHash, newHash }) => ({
      path,
      before: await read(oldHash),
      after: await read(newHash),
    }))
    const head = new Map(files.map(({ path, newHash }) => [path, newHash]))
    const plan = planDelta({
      changes: componentChanges(await Promise.all(contents)),
      excluded: new Set(),
      apiVersion: '62.0',
      expect: (paths) => findUnchanged(task, head, paths),
      readHead: (path) => read(head.get(path)),
      listHead: async (directory) => [...(await listTree(repository, to, { path: directory })).keys()],
    })
    await saveArchive(task.archive, plan.entries)
    return plan
  } finally {
    await reader.close()
  }
}

/** Files that travel with a changed one, such as the description of a class. */
async function findUnchanged(
  { repository, to }: DeltaTask,
  head: Map<string, string | null>,
  paths: readonly string[],
): Promise<void> {
  const wanted = paths.filter((path) => !head.has(path))
  for (let at = 0; at < wanted.length; at += pathsAtOnce) {
    const found = await listTree(repository, to, { paths: wanted.slice(at, at + pathsAtOnce) })
    for (const [path, { hash }] of found) head.set(path, hash)
  }
}

/** Blobs on both sides of a comparison. */
export function blobsOf(files: readonly FileChange[]): string[] {
  return files.flatMap(({ oldHash, newHash }) => [oldHash, newHash].filter((hash) => hash !== null))
}
