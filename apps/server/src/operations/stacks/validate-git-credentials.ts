import type { stacks } from '@sluice/contract/stacks'
import { GitError } from '@sluice/git/errors'
import { listRemoteRefs } from '@sluice/git/ls-remote'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { routeForCall } from '../../stacks/repository-address.ts'

const timeoutMs = 10_000

export const validateGitCredentials = handler<typeof stacks.validateGitCredentials>(async (ctx, { body }) => {
  const { repositoryUrl: url, username, password } = body
  // The server would ask itself, and anybody could have it try passwords there.
  if (new URL(url).origin === ctx.config.publicUrl) throw new AppError('gitCredentialsInvalid')
  try {
    const remote = { url, username, password, ...(await routeForCall(ctx, url)) }
    await listRemoteRefs({ remote, timeoutMs })
  } catch (error) {
    if (error instanceof GitError) throw new AppError('gitCredentialsInvalid', { cause: error })
    throw error
  }
})
