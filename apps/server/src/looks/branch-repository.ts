import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '@sluice/git/git'
import { resolveCommit } from '@sluice/git/rev-parse'
import { openLazyReader } from '@sluice/git/lazy-reader'
import type { Context } from '../context.ts'
import { JobFailure } from '../durable/run-errors.ts'
import { Deadline } from '../platform/deadline.ts'
import { mirrorFolder } from '../platform/mirror-folder.ts'
import { commitLimits } from '../stacks/commit-limits.ts'
import { customRemote, gitHubRemote } from '../steps/session/git-remote.ts'
import { openMirror } from '../steps/session/mirror.ts'
import { exists } from '../steps/session/work-folder.ts'
import type { LookTarget } from './look-target.ts'

/** The repository of a stack on this machine, and where its branches are now. */
export interface BranchRepository {
  readonly repository: Repository
  /** Commits by branch; only of branches that were asked for. */
  readonly heads: ReadonlyMap<string, string>
}

const fetchMs = 10 * 60_000

/** Reads a repository of the built-in host where it lies; brings the copy of any other up to date when a branch has moved. */
export async function openBranches(
  ctx: Context,
  target: LookTarget,
  signal: AbortSignal,
): Promise<BranchRepository> {
  const branches = new Set(target.environments.map(({ gitBranchName }) => gitBranchName))
  const { managed } = target
  const isBuiltIn = target.stack.gitRepositoryIsManaged && !target.stack.gitRepositoryIsOnGitHub
  if (isBuiltIn) return await onDisk(ctx, managed?.folder ?? null, branches)
  const { workspaceId, stackId } = target
  const { gitRepositoryUrl } = target.stack
  const folder = mirrorFolder(ctx.folders.mirrors, { stackId, gitRepositoryUrl })
  await mkdir(folder.looks, { recursive: true })
  const remote =
    managed === null ? await customRemote(ctx, { workspaceId, stackId }) : gitHubRemote(ctx, managed)
  const limit = { signal, deadline: new Deadline(ctx.clock, fetchMs) }
  const mirror = await openMirror({
    work: { path: folder.looks },
    ofStack: folder.gitDir,
    remote,
    limit: () => limit,
    commitLimits: commitLimits(ctx.config),
  })
  const { repository } = mirror
  const heads = new Map<string, string>()
  for (const { name, commitHash } of (await mirror.refs()).branches) {
    if (!branches.has(name)) continue
    const isThere = (await resolveCommit(repository, commitHash)) !== null
    const head = isThere ? commitHash : await mirror.fetch(name)
    if (isThere) await mirror.check(commitHash)
    if (head !== null) heads.set(name, head)
  }
  return { repository, heads }
}

async function onDisk(
  ctx: Context,
  folder: string | null,
  branches: ReadonlySet<string>,
): Promise<BranchRepository> {
  const gitDir = join(ctx.folders.repositories, folder ?? '')
  if (folder === null || !(await exists(gitDir)))
    throw new JobFailure('The repository is not on the machine that looks at the branches.')
  const repository = { gitDir, reader: openLazyReader({ gitDir }) }
  const heads = new Map<string, string>()
  for (const branch of branches) {
    const head = await resolveCommit(repository, `refs/heads/${branch}`)
    if (head !== null) heads.set(branch, head)
  }
  return { repository, heads }
}
