import { createHash, randomBytes } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

const placeOf = (rowId: string) => ({ table: 'workspace', column: 'license_key_sealed', rowId })

/** A token of 256 bits for the command line, as it is stored. */
export function newLicenseKey(secrets: Secrets, workspaceId: string) {
  const key = randomBytes(32).toString('base64url')
  return {
    licenseKeySealed: secrets.sealForServer(placeOf(workspaceId), key),
    licenseKeyHash: createHash('sha256').update(key).digest('base64url'),
  }
}

/** The token in clear, for those who may read it. */
export const openLicenseKey = (secrets: Secrets, workspaceId: string, sealed: string): string =>
  secrets.openForServer(placeOf(workspaceId), sealed)
