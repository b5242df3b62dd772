import { signInUrlProblem } from '@sluice/contract/salesforce-sign-in'
import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'

/** Refuses an address with the message for its field; the client checks host and reachability again. */
export function requireSignInAddress(ctx: Context, url: string, property = 'signInUrl'): void {
  const { signInHost } = ctx.config.salesforce
  const policy = { host: signInHost, practiceOrgOrigin: ctx.config.practiceOrgUrl }
  const description = signInUrlProblem(url, policy)
  if (description !== null) throw addressIsInvalid(description, property)
}

function addressIsInvalid(description: string, property: string): AppError {
  const error = { ...validationErrorOf('ValueInvalid', property), description }
  return new AppError('validationFailed', { validationErrors: [error] })
}

/** The client's own check of an address. */
type OriginCheck = (
  url: string,
  policy: { readonly host: string; readonly allowedOrigins: readonly string[] },
) => { readonly ok: true; readonly url: string } | { readonly ok: false }

/** The origin to sign in at. Refuses what is no address of Salesforce before anything is sent there. */
export function signInOriginOf(ctx: Context, url: string, check: OriginCheck): string {
  const { signInHost: host, allowedOrigins } = ctx.config.salesforce
  requireSignInAddress(ctx, url)
  const checked = check(url.trim(), { host, allowedOrigins })
  if (!checked.ok) throw addressIsInvalid('This is not a Salesforce sign-in URL', 'signInUrl')
  return checked.url
}
