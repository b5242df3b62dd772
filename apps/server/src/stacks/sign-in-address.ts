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

export function addressIsInvalid(description: string, property: string): AppError {
  const error = { ...validationErrorOf('ValueInvalid', property), description }
  return new AppError('validationFailed', { validationErrors: [error] })
}
