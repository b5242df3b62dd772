import { ProblemError } from '@sluice/contract/client'
import { problems } from '@sluice/contract/problems'
import type { AuthorizationResult, TokenResponse } from '@sluice/contract/salesforce-sign-in'

/** How somebody signs in to an org, as the stack remembers it. */
export type ConnectionMethod = 'deviceCode' | 'usernamePassword' | 'ownApp'

/** A sign-in to a production org that has ended well. */
export interface Connection {
  method: ConnectionMethod
  token: TokenResponse
  signInUrl: string
  /** What was typed in; null where Salesforce gave a token instead. */
  credentials: { username: string; password: string } | null
}
export type OnConnected = (connection: Connection) => void

export const wrongOrgType =
  'Sign in as a user of the production org. Sandboxes are connected as environments, once the stack exists.'

/** The token of a finished sign-in. Throws the problem of the specification when it is a sandbox, or when there is no token. */
export function productionToken({ tokenResponse, orgType }: AuthorizationResult): TokenResponse {
  const type = 'sfdcCredentialsOrgTypeIncorrect'
  if (orgType !== 'Production') throw new ProblemError({ type, ...problems[type], detail: wrongOrgType })
  if (tokenResponse === null) throw new Error('The server returned no token.')
  return tokenResponse
}
