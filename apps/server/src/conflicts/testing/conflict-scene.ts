import type { ConflictFile } from '@sluice/contract/conflict'
import type { Context } from '../../context.ts'
import type { ConflictChange, ConflictFileVersionName } from '../../platform/database/schema/conflicts.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { job } from '../../platform/database/schema/jobs.ts'
import { newId } from '../../platform/ids.ts'
import { insertConflict } from '../conflict-store.ts'
import { viewConflicts } from '../conflict-views.ts'

/** A file of a conflict: its versions as texts or bytes. */
export interface SceneFile {
  readonly path: string
  readonly versions: Partial<Record<ConflictFileVersionName, string | Uint8Array>>
  readonly local?: ConflictChange
  readonly remote?: ConflictChange
  readonly isBinary?: boolean
}

export const marked = (local: string, remote: string): string =>
  `<<<<<<< local\n${local}\n||||||| base\nbase\n=======\n${remote}\n>>>>>>> remote\n`

/** A text file that both sides changed, as the merge leaves it. */
export const changedByBoth = (path: string): SceneFile => ({
  path,
  versions: {
    Base: 'base\n',
    Local: 'local\n',
    Remote: 'remote\n',
    Orig: marked('local', 'remote'),
    Target: marked('local', 'remote'),
    PreferLocal: 'prefers local\n',
    PreferRemote: 'prefers remote\n',
  },
})

/** A file that the remote side deleted. */
export const deletedByRemote = (path: string): SceneFile => ({
  path,
  versions: { Base: 'base\n', Local: 'local\n' },
  remote: 'Deleted',
})

export const binary = (path: string): SceneFile => ({
  path,
  versions: { Base: Buffer.from([0, 1]), Local: Buffer.from([0, 2]), Remote: Buffer.from([0, 3]) },
  isBinary: true,
})

export interface Scene {
  readonly params: Record<'workspaceId' | 'stackId' | 'jobId' | 'conflictId', string>
  readonly inquiryId: string
  /** The files as browsers get them, by path. */
  file(path: string): Promise<ConflictFile>
  address(path: string): Promise<Scene['params'] & { readonly conflictFileId: string }>
}

/** A running job that no worker has, with a conflict and its open inquiry. */
export async function conflictScene(
  ctx: Context,
  owner: { readonly workspaceId: string; readonly stackId: string },
  files: readonly SceneFile[],
): Promise<Scene> {
  const { workspaceId, stackId } = owner
  const [jobId, conflictId, inquiryId] = [newId(), newId(), newId()]
  const stored = await Promise.all(files.map((file) => storedFile(ctx, workspaceId, file)))
  await ctx.database.inWorkspace(workspaceId, null, async (tx) => {
    const running = { commandName: 'FlowIn', commandInput: {}, status: 'Running' } as const
    await tx.insert(job).values({ id: jobId, workspaceId, stackId, ...running })
    await insertConflict(tx, {
      id: conflictId,
      workspaceId,
      jobId,
      origin: 'merge 1',
      title: 'Merge into main',
      mergeContext: 'FlowIn',
      localEnvironmentId: null,
      remoteEnvironmentId: null,
      localCommitHash: null,
      remoteCommitHash: null,
      files: stored,
    })
    const asked = { origin: 'merge 1', subject: 'MergeConflict', prompt: { conflictId } } as const
    await tx.insert(inquiry).values({ id: inquiryId, workspaceId, jobId, ...asked })
  })
  const params = { workspaceId, stackId, jobId, conflictId }
  const file = async (path: string) => {
    const [shown] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
      viewConflicts(tx, workspaceId, [conflictId]),
    )
    const found = shown?.files.find(({ filePath }) => filePath === path)
    if (!found) throw new Error(`The conflict has no file ${path}.`)
    return found
  }
  const address = async (path: string) => ({ ...params, conflictFileId: (await file(path)).id })
  return { params, inquiryId, file, address }
}

async function storedFile(ctx: Context, workspaceId: string, given: SceneFile) {
  const { path, versions, local = 'Modified', remote = 'Modified', isBinary = false } = given
  const contents = new Map(Object.entries(versions))
  const names = ['Base', 'Local', 'Remote', 'Orig', 'Target', 'PreferLocal', 'PreferRemote'] as const
  const stored = names.map(async (version) => {
    const content = contents.get(version)
    if (content === undefined) return []
    return [{ version, mode: '100644' as const, ...(await ctx.artifacts.store(workspaceId, content)) }]
  })
  return {
    filePath: path,
    isBinary,
    localChange: local,
    remoteChange: remote,
    versions: (await Promise.all(stored)).flat(),
  }
}
