import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BranchLayout } from '@sluice/contract/metadata-layout'
import type { ProblemType } from '@sluice/contract/problems'
import { defaultBranch, listBranchHeads } from '@sluice/git/branch-heads'
import { entryAtPath } from '@sluice/git/browse-tree'
import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { GitError } from '@sluice/git/errors'
import { fetchBranches, remoteBranchRef } from '@sluice/git/fetch'
import type { Repository } from '@sluice/git/git'
import { createBareRepository } from '@sluice/git/init'
import { listPaths } from '@sluice/git/list-paths'
import { listRemoteRefs, type RemoteRefs } from '@sluice/git/ls-remote'
import type { Remote } from '@sluice/git/remote'
import { resolveCommit } from '@sluice/git/rev-parse'
import { describeLayout, refuseLayout } from '@sluice/metadata/layout/describe-layout'
import { findLayout, type FoundLayout } from '@sluice/metadata/layout/find-layout'
import { projectFileName } from '@sluice/metadata/layout/project-file'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { newId } from '../platform/ids.ts'
import { KeptAnswers } from '../platform/kept-answers.ts'
import { limitConcurrency } from '../platform/limit-concurrency.ts'

/** Which branch is looked at, and where the metadata lies below the root: `/src`. */
export interface LayoutQuestion {
  /** Null: the default branch. */
  readonly branch: string | null
  readonly metadataPath: string
}

const maxObjectBytes = 8 * 1024 * 1024

/** How a commit keeps metadata. Raises GitError where it cannot be read. */
export async function layoutOfCommit(
  repository: Repository,
  commitHash: string,
  metadataPath: string,
): Promise<FoundLayout> {
  const paths = await listPaths(repository, commitHash)
  const reader = openObjectReader(repository, { maxObjectBytes })
  try {
    return findLayout({
      paths,
      metadataPath: metadataPath.split('/').filter(Boolean).join('/'),
      projectFile: await textAt(reader, commitHash, projectFileName),
      forceIgnore: await textAt(reader, commitHash, '.forceignore'),
    })
  } finally {
    await reader.close()
  }
}

async function textAt(reader: ObjectReader, commitHash: string, path: string): Promise<string | null> {
  const entry = await entryAtPath(reader, commitHash, path)
  return entry?.kind === 'file' ? (await reader.read(entry.hash)).toString('utf8') : null
}

/**
 * The branch whose files a branch begins with: itself, or for a new one the default branch, or the first by name where
 * the default branch does not exist. Null in an empty repository.
 */
export function branchToBeginWith(
  refs: Pick<RemoteRefs, 'branches' | 'defaultBranch'>,
  branch: string | null,
): string | null {
  const names = refs.branches.map(({ name }) => name)
  const wanted = [branch, refs.defaultBranch].find((name) => name !== null && names.includes(name))
  return wanted ?? names.toSorted()[0] ?? null
}

/** What people read of a layout that was found on a branch. */
export const viewLayout = (branch: string, found: FoundLayout): BranchLayout => ({
  branch,
  layout: found.layout,
  summary: describeLayout(found),
  refusal: refuseLayout(found),
})

const emptyRepository: BranchLayout = {
  branch: null,
  layout: null,
  summary: 'The repository is empty',
  refusal: null,
}

interface Fetch {
  readonly url: string
}

const fetchMs = 60_000
const kept = new KeptAnswers<BranchLayout>({ maxAgeMs: 600_000, maxWeight: 200, keepsRefusals: false })
const places = limitConcurrency<Fetch>({
  mayEnter: ({ url }, inside) => inside.length < 2 && inside.every((other) => other.url !== url),
  mayWait: (_, waiting) => waiting.length < 20,
})

/** Looks at a branch of a repository elsewhere: fetches its newest commit into a folder that is removed again. */
export async function lookAtRemote(
  ctx: Context,
  remote: Remote,
  question: LayoutQuestion,
): Promise<BranchLayout> {
  const refs = await listRemoteRefs({ remote, timeoutMs: 20_000 }).catch(
    refuseAs({ problem: 'gitCredentialsInvalid' }),
  )
  const branch = branchToBeginWith(refs, question.branch)
  const head = refs.branches.find(({ name }) => name === branch)
  if (branch === null || head === undefined) return emptyRepository
  const { metadataPath } = question
  const key = JSON.stringify([remote.url, branch, head.commitHash, metadataPath])
  return await kept
    .get(ctx.clock, key, () => fetchAndLook(ctx, remote, { branch, metadataPath }))
    .catch(refuseAs({ problem: 'repositoryNotSupported', detail: notRead }))
}

const notRead =
  'Git could not read the branch within a minute. The initialization looks at it again, without this limit.'

const refuseAs =
  ({ problem, detail }: { readonly problem: ProblemType; readonly detail?: string }) =>
  (cause: unknown): never => {
    if (cause instanceof GitError) throw new AppError(problem, { cause, ...(detail && { detail }) })
    throw cause
  }

async function fetchAndLook(
  ctx: Context,
  remote: Remote,
  { branch, metadataPath }: { readonly branch: string; readonly metadataPath: string },
): Promise<BranchLayout> {
  const leave = await places.enter({ url: remote.url }, AbortSignal.timeout(fetchMs))
  if (leave === null) throw new AppError('tooManyRequests')
  // By this beginning the folder is swept after a day when the process was lost.
  const folder = join(ctx.folders.work, `look-layout-${newId()}`)
  try {
    await mkdir(folder, { recursive: true })
    const gitDir = join(folder, 'copy')
    const bare = await createBareRepository({ gitDir, defaultBranch: 'main' })
    const repository = { ...bare, signal: AbortSignal.timeout(fetchMs) }
    await fetchBranches({ repository, remote, branches: [branch], depth: 1 })
    const head = await resolveCommit(repository, remoteBranchRef(branch))
    if (head === null) throw new AppError('repositoryNotSupported')
    return viewLayout(branch, await layoutOfCommit(repository, head, metadataPath))
  } finally {
    leave()
    await rm(folder, { recursive: true, force: true })
  }
}

const branchesAtMost = 10_000

/** The same for a repository of the built-in host, where it lies. */
export async function lookOnDisk(gitDir: string, question: LayoutQuestion): Promise<BranchLayout> {
  const repository = { gitDir, signal: AbortSignal.timeout(fetchMs) }
  const refs = {
    branches: await listBranchHeads(repository, branchesAtMost),
    defaultBranch: await defaultBranch(repository),
  }
  const branch = branchToBeginWith(refs, question.branch)
  const head = refs.branches.find(({ name }) => name === branch)
  if (branch === null || head === undefined) return emptyRepository
  return viewLayout(branch, await layoutOfCommit(repository, head.commitHash, question.metadataPath))
}
