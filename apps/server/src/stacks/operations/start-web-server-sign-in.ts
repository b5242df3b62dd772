import type { stacks } from '@sluice/contract/stacks'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { beginWebServerFlow } from '@sluice/salesforce/auth/web-server-flow'
import { handler } from '../../api/handler.ts'
import { keepCodeRequest } from '../kept-sign-in.ts'
import { signInOriginOf } from '../sign-in-address.ts'
import { appOfServer } from '../stack-app.ts'

export const startWebServerSignIn = handler<typeof stacks.startWebServerSignIn>(
  async (ctx, { body, caller, origin }) => {
    const { redirectUri, clientId = appOfServer(ctx).clientId } = body
    const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
    const asked = { redirectUri, clientId, signInUrl }
    const request = beginWebServerFlow({ ...asked, addresses: ctx.outgoing.salesforce })
    return keepCodeRequest(ctx, request, { ...asked, stackId: null, caller, origin })
  },
)
