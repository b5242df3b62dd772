import { type AddressPolicy, isAllowedOrigin } from '@sluice/http/address-policy'
import { SalesforceError } from './errors.ts'

/**
 * The origin of an address that Salesforce or a user named as the place to call.
 * Only https, or exactly one of the allowed origins.
 * @throws SalesforceError `unsafeAddress`
 */
export function checkCallableUrl(address: string, { allowedOrigins }: AddressPolicy): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isAllowed =
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    (url.protocol === 'https:' || isAllowedOrigin(url, allowedOrigins))
  if (!isAllowed) throw new SalesforceError('unsafeAddress', 'The address of the org is not allowed.')
  return url.origin
}
