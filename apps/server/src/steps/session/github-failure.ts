import type { Context, GitHub } from '../../context.ts'
import { JobFailure } from '../../durable/run-errors.ts'
import { explainGitHubError, GitHubError } from '../../platform/github-error.ts'
import { gitHubOf, type KeptRepository, notConnected } from '../../stacks/github-repository.ts'

/** GitHub as the organization of this repository; ends the job where the server is not connected to it. */
export function connectedGitHub(ctx: Context, { gitHubUrl }: KeptRepository): GitHub {
  const gitHub = gitHubUrl === null ? null : gitHubOf(ctx, gitHubUrl)
  if (gitHub === null) throw new JobFailure(notConnected)
  return gitHub
}

/** What GitHub refuses for good ends the job with the reason; what passes by itself is left to who repeats the call. */
export async function failWithReason<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof GitHubError) || cause.retryable || cause.outcomeUnknown) throw cause
    throw new JobFailure(explainGitHubError(cause), cause.message, { cause })
  }
}
