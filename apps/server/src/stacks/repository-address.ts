import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { ForbiddenAddressError, type GitRoute } from '../platform/outgoing/outgoing-addresses.ts'

/** Refuses to store the address of a repository that Git may not call. Every cause has the same text. */
export async function requireRepositoryAddress(ctx: Context, url: string): Promise<void> {
  await routeOr(ctx, url, () => {
    const description = 'Repository URL must be the https address of a host on the public Internet'
    const error = { ...validationErrorOf('ValueInvalid', 'gitRepositoryUrl'), description }
    return new AppError('validationFailed', { validationErrors: [error] })
  })
}

/** How Git may reach a repository now. Looks the host up, so it is called outside of a transaction. */
export const routeForCall = (ctx: Context, url: string): Promise<GitRoute> =>
  routeOr(ctx, url, (cause) => new AppError('gitCredentialsInvalid', { cause }))

async function routeOr(ctx: Context, url: string, refusal: (cause: unknown) => AppError): Promise<GitRoute> {
  try {
    return await ctx.outgoing.routeToRepository(url)
  } catch (error) {
    throw error instanceof ForbiddenAddressError ? refusal(error) : error
  }
}
