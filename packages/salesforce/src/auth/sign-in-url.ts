import { isAllowedOrigin } from '@sluice/http/address-policy'

export interface SignInUrlPolicy {
  /** What the host name must end with, such as `.salesforce.com`. */
  host: string
  /** Origins accepted as they are, such as the practice org's. */
  allowedOrigins?: readonly string[]
}

export type SignInUrlRefusal = 'malformed' | 'notHttps' | 'hostNotAllowed' | 'partsNotAllowed'

export type SignInUrlCheck = { ok: true; url: string } | { ok: false; reason: SignInUrlRefusal }

/** Before any parser sees it: an origin in plain ASCII, at most a slash behind it. */
const plainAddress = /^[a-z]+:\/\/[a-z0-9.:[\]-]+\/?$/i
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/

/**
 * Decides whether a sign-in URL that a user typed may be called at all. The address is parsed and then its host
 * is compared: `https://salesforce.com.example.org` and `https://example.org/.salesforce.com` are refused.
 * Gives the origin, without a trailing slash.
 */
export function checkSignInUrl(url: string, policy: SignInUrlPolicy): SignInUrlCheck {
  if (url.length > 2_048 || !URL.canParse(url)) return { ok: false, reason: 'malformed' }
  if (!plainAddress.test(url)) return { ok: false, reason: 'partsNotAllowed' }
  const parsed = new URL(url)
  if (isAllowedOrigin(parsed, policy.allowedOrigins ?? [])) return { ok: true, url: parsed.origin }
  if (parsed.protocol !== 'https:') return { ok: false, reason: 'notHttps' }
  if (parsed.port !== '') return { ok: false, reason: 'partsNotAllowed' }
  if (!hostName.test(parsed.hostname) || !parsed.hostname.endsWith(policy.host)) {
    return { ok: false, reason: 'hostNotAllowed' }
  }
  return { ok: true, url: parsed.origin }
}
