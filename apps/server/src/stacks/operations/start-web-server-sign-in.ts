import type { stacks } from '@sluice/contract/stacks'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { beginWebServerFlow } from '@sluice/salesforce/auth/web-server-flow'
import { handler } from '../../api/handler.ts'
import { bindingOf } from '../device-authorization-store.ts'
import { addressIsInvalid, requireSignInAddress } from '../sign-in-address.ts'
import { sealWebServerState } from '../web-server-state.ts'

export const startWebServerSignIn = handler<typeof stacks.startWebServerSignIn>(
  async (ctx, { body, caller, origin }) => {
    const { clientId, signInHost, allowedOrigins } = ctx.config.salesforce
    requireSignInAddress(ctx, body.signInUrl)
    const checked = checkSignInUrl(body.signInUrl.trim(), { host: signInHost, allowedOrigins })
    if (!checked.ok) throw addressIsInvalid('This is not a Salesforce sign-in URL', 'signInUrl')
    const { redirectUri } = body
    const signInUrl = checked.url
    const addresses = ctx.outgoing.salesforce
    const flow = beginWebServerFlow({ signInUrl, clientId, redirectUri, addresses })
    const { codeVerifier } = flow
    const binding = bindingOf(caller, origin)
    const sealed = sealWebServerState(ctx, { binding, signInUrl, clientId, redirectUri, codeVerifier })
    return { ...sealed, authorizationUrl: flow.authorizationUrl(sealed.state) }
  },
)
