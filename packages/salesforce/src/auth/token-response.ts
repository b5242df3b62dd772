import { SalesforceError } from '../errors.ts'
import type { AddressPolicy } from '@sluice/http/address-policy'
import { checkCallableUrl } from '../callable-url.ts'
import { textOf, type JsonRecord } from '../json.ts'

export interface TokenResponse {
  accessToken: string
  /** Missing in most refreshes; with token rotation it replaces the old one, which is dead from then on. */
  refreshToken: string | null
  /** Origin of the org. */
  instanceUrl: string
  /** The identity address, `https://login.salesforce.com/id/<orgId>/<userId>`. */
  idUrl: string | null
  orgId: string | null
  userId: string | null
  /** Space-separated. */
  scope: string | null
  issuedAt: Date | null
}

const identity = /\/id\/(00D[a-zA-Z0-9]{12,15})\/([a-zA-Z0-9]{15,18})\/?$/

/**
 * Reads the answer of the token endpoint.
 * @throws SalesforceError `badResponse` without a token, `unsafeAddress` for an instance URL that may not be called
 */
export function readTokenResponse(fields: JsonRecord, addresses: AddressPolicy): TokenResponse {
  const accessToken = textOf(fields, 'access_token')
  const instanceUrl = textOf(fields, 'instance_url')
  if (accessToken === null || instanceUrl === null) {
    throw new SalesforceError('badResponse', 'Salesforce answered without a token.')
  }
  const idUrl = textOf(fields, 'id')
  const ids = identity.exec(idUrl ?? '')
  const issuedAt = Number(textOf(fields, 'issued_at') ?? Number.NaN)
  return {
    accessToken,
    refreshToken: textOf(fields, 'refresh_token'),
    instanceUrl: checkCallableUrl(instanceUrl, addresses),
    idUrl,
    orgId: ids?.[1] ?? null,
    userId: ids?.[2] ?? null,
    scope: textOf(fields, 'scope'),
    issuedAt: Number.isFinite(issuedAt) ? new Date(issuedAt) : null,
  }
}
