import type { AddressPolicy } from '@sluice/http/address-policy'
import { HttpError, type HttpErrorCode } from '@sluice/http/errors'
import { send } from '@sluice/http/send'
import type { WebhookAnswer, WebhookCall } from '../context.ts'

const limits = {
  connectMs: 5_000,
  firstByteMs: 10_000,
  idleMs: 5_000,
  totalMs: 10_000,
  maxReplyBytes: 64 * 1024,
}

/**
 * Calls receivers of webhooks as all calls of this server go out: to checked addresses only, through the proxy and with the
 * authorities of the settings. Follows no redirect and waits at most ten seconds.
 */
export function webhookPoster(addresses: AddressPolicy) {
  return async ({ address, headers, body }: WebhookCall): Promise<WebhookAnswer> => {
    if (address.protocol !== 'https:' && !addresses.allowedOrigins.includes(address.origin))
      return { problem: 'The address may not be called.', isFinal: true }
    const bytes = Buffer.from(body)
    try {
      const status = await send(
        {
          method: 'POST',
          peer: 'the receiver',
          url: address,
          headers: { 'content-type': 'application/json', ...headers },
          body: { length: bytes.length, open: () => [bytes] },
          idempotent: false,
          limits,
          addresses,
        },
        // What it says beside the status interests nobody, and is not waited for.
        async (reply) => reply.status,
      )
      return verdictOf(status)
    } catch (error) {
      if (error instanceof HttpError) return { problem: problemOf(error), isFinal: false }
      throw error
    }
  }
}

function verdictOf(status: number): WebhookAnswer {
  if (status >= 200 && status < 300) return 'taken'
  if (status >= 300 && status < 400)
    return {
      problem: `The receiver redirects (status ${status}); redirects are not followed.`,
      isFinal: false,
    }
  if (status === 410)
    return { problem: 'The receiver says that it is gone for good (status 410).', isFinal: true }
  return { problem: `The receiver answered with status ${status}.`, isFinal: false }
}

const problems: Partial<Record<HttpErrorCode, string>> = {
  unsafeAddress: 'The address may not be called: it is not on the public Internet.',
  timeout: 'The receiver did not answer within ten seconds.',
  lostReply: 'The connection ended before the receiver answered; it may have got the message.',
  network: 'No connection to the receiver could be made.',
}

const problemOf = ({ code }: HttpError): string => problems[code] ?? 'The call to the receiver failed.'
