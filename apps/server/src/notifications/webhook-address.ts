import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'

/** Refuses an address that no call would reach. The call itself is judged again, since names change their addresses. */
export async function requireCallable({ outgoing }: Context, address: string): Promise<void> {
  if (await outgoing.webhooks.mayCall(new URL(address))) return
  const description =
    'Address must be an https address on the public Internet whose host name can be found. Nothing was saved.'
  throw new AppError('validationFailed', {
    validationErrors: [{ code: 'ValueInvalid', property: 'address', description }],
  })
}
