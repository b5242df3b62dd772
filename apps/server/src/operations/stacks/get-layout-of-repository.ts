import type { stacks } from '@sluice/contract/stacks'
import { AppError } from '../../platform/app-error.ts'
import { lookAtRemote } from '../../repository/branch-layout.ts'
import { routeForCall } from '../../stacks/repository-address.ts'
import { handler } from '../operation.ts'

export const getLayoutOfRepository = handler<typeof stacks.getLayoutOfRepository>(async (ctx, { body }) => {
  const { repositoryUrl: url, username, password, metadataDirectoryRelativePath } = body
  // The server would ask itself, and anybody could have it try passwords there.
  if (new URL(url).origin === ctx.config.publicUrl) throw new AppError('gitCredentialsInvalid')
  const remote = { url, username, password, ...(await routeForCall(ctx, url)) }
  return await lookAtRemote(ctx, remote, {
    branch: null,
    metadataPath: metadataDirectoryRelativePath ?? '/src',
  })
})
