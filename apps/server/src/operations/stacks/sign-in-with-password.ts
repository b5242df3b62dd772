import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { soapLogin } from '@sluice/salesforce/auth/soap-login'
import { openConnection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { sealSignIn } from '../../stacks/encrypted-token.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'

export const signInWithPassword = handler<typeof stacks.signInWithPassword>(async (ctx, { body }) => {
  const { username, password } = body
  const addresses = ctx.outgoing.salesforce
  const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
  try {
    const session = await soapLogin({ signInUrl, username, password, addresses })
    const { instanceUrl, sessionId: accessToken } = session
    const org = await fetchOrgInfo(openConnection({ instanceUrl, accessToken, addresses }))
    const { orgId, isSandbox, name: orgName } = org
    const facts = { signInUrl, username, orgId, orgName, isSandbox }
    const encryptedToken = sealSignIn(ctx, { ...facts, token: null, password, app: null, stackId: null })
    return {
      status: 'Completed' as const,
      tokenResponse: { encryptedToken, orgName, domain: new URL(instanceUrl).hostname, username },
      orgType: isSandbox ? ('Sandbox' as const) : ('Production' as const),
      username,
    }
  } catch (error) {
    throw problemOf(error)
  }
})

function problemOf(error: unknown): unknown {
  if (!(error instanceof SalesforceError)) return error
  const type = error.code === 'passwordExpired' ? 'sfdcCredentialsPasswordExpired' : 'sfdcCredentialsInvalid'
  const detail = explainSignInRefusal(error)?.text
  return new AppError(type, { cause: error, ...(detail !== undefined && { detail }) })
}
