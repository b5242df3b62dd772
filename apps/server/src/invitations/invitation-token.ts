import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

const placeOf = (rowId: string) => ({ table: 'invitation', column: 'token_sealed', rowId })

export const hashOfInvitationToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** A token of 256 bits for the link of an invitation, as it is stored. */
export function newInvitationToken(secrets: Secrets, invitationId: string) {
  const token = randomBytes(32).toString('base64url')
  return {
    tokenHash: hashOfInvitationToken(token),
    tokenSealed: secrets.sealForServer(placeOf(invitationId), token),
  }
}

/** The token in clear, for those who may invite and for the mail. */
export const openInvitationToken = (secrets: Secrets, row: { id: string; tokenSealed: string }): string =>
  secrets.openForServer(placeOf(row.id), row.tokenSealed)
