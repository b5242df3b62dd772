import { join } from 'node:path'
import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { mirrorFolder } from '../platform/mirror-folder.ts'
import { limitConcurrency } from '../platform/limit-concurrency.ts'
import { findManagedRepository } from '../stacks/managed-repository-store.ts'
import { findStack } from '../stacks/stack-store.ts'
import { componentPaths, type ComponentPaths } from './component-paths.ts'
import { placeOf } from '../stacks/metadata-place.ts'

/** A repository of the built-in host while one call reads it. */
export interface OpenRepository {
  readonly onDisk: Repository
  readonly components: ComponentPaths
  /** Aborted when the call has taken too long. */
  readonly signal: AbortSignal
}

export interface RepositoryCall {
  readonly params: { readonly workspaceId: string; readonly stackId: string }
  readonly caller: { readonly userId: string }
  /** Whether the copy that looks at the branches of another host leave is good enough. */
  readonly takesMirror?: boolean
}

const timeoutMs = 20_000
const maxOutputBytes = 32 * 1024 * 1024
const maxObjectBytes = 8 * 1024 * 1024

interface Call {
  readonly workspaceId: string
  readonly userId: string
}

const callsAtOnce = 4
const callsOfOneAtOnce = 2
const waitingOfOne = 12

/** Pages take no places of the Git host away, and nobody takes all places of the pages. */
const places = limitConcurrency<Call>({
  mayEnter: (call, inside) => inside.length < callsAtOnce && countOf(call, inside) < callsOfOneAtOnce,
  mayWait: (call, waiting) => waiting.length < 100 && countOf(call, waiting) < waitingOfOne,
})

const countOf = (call: Call, calls: readonly Call[]): number =>
  calls.filter(({ workspaceId, userId }) => workspaceId === call.workspaceId || userId === call.userId).length

/**
 * Lets a call read the repository of its stack, one of few at a time and within limits of time and bytes. No transaction
 * is open meanwhile. What is not there is answered like the stack of somebody else.
 */
export async function readRepository<T>(
  ctx: Context,
  { params, caller, takesMirror = false }: RepositoryCall,
  read: (repository: OpenRepository) => Promise<T>,
): Promise<T> {
  const { workspaceId, stackId } = params
  const found = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    return stack && { stack, repository: await findManagedRepository(tx, stackId) }
  })
  if (!found) throw new AppError('entityNotFound')
  const folder = found.repository?.folder ?? null
  if (folder === null && !takesMirror)
    throw new AppError('repositoryNotSupported', {
      detail: 'Only repositories of the built-in Git host are shown here.',
    })
  const leave = await places.enter({ workspaceId, userId: caller.userId }, AbortSignal.timeout(timeoutMs))
  if (leave === null) throw new AppError('tooManyRequests')
  const signal = AbortSignal.timeout(timeoutMs)
  const { repositories, mirrors } = ctx.folders
  const { gitRepositoryUrl } = found.stack
  const gitDir =
    folder === null ? mirrorFolder(mirrors, { stackId, gitRepositoryUrl }).gitDir : join(repositories, folder)
  // One signal for all processes of the call, which would otherwise take the time of each of them.
  const onDisk = { gitDir, limits: { maxOutputBytes }, signal }
  try {
    const components = componentPaths(placeOf(found.stack))
    return await read({ onDisk, components, signal })
  } catch (error) {
    throw error instanceof GitError ? refusalOf(error) : error
  } finally {
    leave()
  }
}

/** Reads objects of the repository within the limits of its call. */
export async function readObjects<T>(
  { onDisk, signal }: OpenRepository,
  read: (reader: ObjectReader) => Promise<T>,
): Promise<T> {
  const reader = openObjectReader(onDisk, { signal, maxObjectBytes })
  try {
    return await read(reader)
  } finally {
    await reader.close()
  }
}

function refusalOf(error: GitError): AppError {
  if (['notFound', 'invalidRef', 'unsafeRepository'].includes(error.code))
    return new AppError('entityNotFound', { cause: error })
  const detail = 'Git could not read this within the limits of a page. Clone the repository to look at it.'
  return new AppError('repositoryNotSupported', { detail, cause: error })
}
