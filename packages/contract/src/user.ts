import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/** The signed-in user as he sees himself. */
export const user = z.object({
  id: entityId,
  emailAddress: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mobilePhoneNumber: z.string().nullable(),
  createdUtc: utc,
  firstSignedInUtc: utc.nullable(),
  lastSignedInUtc: utc.nullable(),
  passwordLastChangedUtc: utc.nullable(),
  isGlobalAdministrator: z.boolean(),
})
export type User = z.infer<typeof user>

/** `expiresIn` is in seconds. */
export const authTokens = z.object({
  accessToken: z.string(),
  expiresIn: z.number(),
  refreshToken: z.string(),
})
export type AuthTokens = z.infer<typeof authTokens>

/** Who calls; an anonymous caller gets `isAuthenticated: false`. */
export const signInInfo = z.object({ isAuthenticated: z.boolean(), user: user.nullable() })
export type SignInInfo = z.infer<typeof signInInfo>
