import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

const placeOf = (rowId: string, column: string) => ({ table: 'webhook', column, rowId })

/** What is kept of an address: chats put their secret into it, so it is sealed, and only a hint of it is shown. */
export function sealAddress(secrets: Secrets, webhookId: string, address: string) {
  const { href, origin } = new URL(address)
  const addressShown = `${origin}/…${href.slice(Math.max(origin.length + 1, href.length - 4))}`
  return { addressSealed: secrets.sealForServer(placeOf(webhookId, 'address_sealed'), href), addressShown }
}

/** A new secret of 256 bits in clear and as it is kept. */
export function newWebhookSecret(secrets: Secrets, webhookId: string) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, secretSealed: secrets.sealForServer(placeOf(webhookId, 'secret_sealed'), secret) }
}

/** Address and secret in clear, for the call. */
export function openWebhook(
  secrets: Secrets,
  row: { readonly id: string; readonly addressSealed: string; readonly secretSealed: string },
): { address: URL; secret: string } {
  return {
    address: new URL(secrets.openForServer(placeOf(row.id, 'address_sealed'), row.addressSealed)),
    secret: secrets.openForServer(placeOf(row.id, 'secret_sealed'), row.secretSealed),
  }
}

/** The headers by which a receiver tells our calls from others, as the Standard Webhooks specification names them. */
export function signatureHeaders(
  secret: string,
  call: { readonly id: string; readonly sentUtc: Date; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(call.sentUtc.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${call.id}.${timestamp}.${call.body}`).digest('base64')
  return {
    'webhook-id': call.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
