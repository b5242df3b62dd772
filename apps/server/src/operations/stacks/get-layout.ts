import { join } from 'node:path'
import type { stacks } from '@sluice/contract/stacks'
import { AppError } from '../../platform/app-error.ts'
import { lookAtRemote, lookOnDisk } from '../../repository/branch-layout.ts'
import { findManagedRepository } from '../../stacks/managed-repository-store.ts'
import { remoteOfStack } from '../../repository/stack-remote.ts'
import { findStack } from '../../stacks/stack-store.ts'
import { handler } from '../operation.ts'

export const getLayout = handler<typeof stacks.getLayout>(async (ctx, { params, query, caller }) => {
  const { workspaceId, stackId } = params
  const found = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    return stack && { stack, repository: await findManagedRepository(tx, stackId) }
  })
  if (!found) throw new AppError('entityNotFound')
  const { stack, repository } = found
  const question = { branch: query.branch, metadataPath: stack.metadataDirectoryRelativePath }
  const folder = repository?.folder ?? null
  if (folder !== null) return await lookOnDisk(join(ctx.folders.repositories, folder), question)
  return await lookAtRemote(ctx, await remoteOfStack(ctx, stack, repository), question)
})
