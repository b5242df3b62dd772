import { z } from 'zod'
import { utc } from './fields.ts'
import { limits } from './limits.ts'

/** `encryptedToken` is an envelope that only this server can open, for a short time and for one purpose. */
export const tokenResponse = z.object({
  encryptedToken: z.string(),
  orgName: z.string(),
  domain: z.string(),
  username: z.string(),
})
export type TokenResponse = z.infer<typeof tokenResponse>

/** Stacks are connected to production; sandboxes belong to environments. */
export const orgType = z.enum(['Production', 'Sandbox'])
export type OrgType = z.infer<typeof orgType>

/** The end of a sign-in, or word that it is not there yet. */
export const authorizationResult = z.object({
  status: z.enum(['Pending', 'Completed']),
  tokenResponse: tokenResponse.nullable(),
  orgType: orgType.nullable(),
  username: z.string().nullable(),
})
export type AuthorizationResult = z.infer<typeof authorizationResult>

/** The beginning of a device-code sign-in. Seconds; `deviceCode` is the handle to poll with. */
export const deviceCodeInitiation = z.object({
  initiatedUtc: utc,
  userCodeValidForSeconds: z.number(),
  deviceCode: z.string(),
  recommendedPollingIntervalSeconds: z.number(),
  verificationUrl: z.string(),
  userCode: z.string(),
})
export type DeviceCodeInitiation = z.infer<typeof deviceCodeInitiation>

/** The beginning of a sign-in by the web server flow; `state` comes back with the code and completes it. */
export const webServerInitiation = z.object({
  authorizationUrl: z.string(),
  state: z.string(),
  expiresUtc: utc,
})

/** What a sign-in address is measured by; both values come from the configuration. */
export interface SignInPolicy {
  /** The end of an accepted host, for example `.salesforce.com`. */
  host: string
  /** The practice org's origin, accepted as it is, or null when none runs. */
  practiceOrgOrigin: string | null
}

/** An https address of a host name, without user, port, path, query and fragment. */
const httpsOrigin = /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]+$/i

/**
 * Null when the address may be used, otherwise what is wrong with it. The host is compared, not the end of the text, which
 * `https://example.org/.salesforce.com` has too.
 */
export function signInUrlProblem(text: string, { host, practiceOrgOrigin }: SignInPolicy): string | null {
  const withoutSlash = text.trim().replace(/\/$/, '')
  if (practiceOrgOrigin !== null && withoutSlash === practiceOrgOrigin) return null
  const isOrigin =
    withoutSlash.length <= limits.url && httpsOrigin.test(withoutSlash) && URL.canParse(withoutSlash)
  if (isOrigin && withoutSlash.toLowerCase().endsWith(host)) return null
  return `Salesforce sign-in URL must end with "${host}"`
}
