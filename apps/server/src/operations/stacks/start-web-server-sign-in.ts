import type { stacks } from '@sluice/contract/stacks'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { beginWebServerFlow } from '@sluice/salesforce/auth/web-server-flow'
import { handler } from '../operation.ts'
import { keepCodeRequest } from '../../stacks/kept-sign-in.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'
import { appOfServer } from '../../stacks/stack-app.ts'

export const startWebServerSignIn = handler<typeof stacks.startWebServerSignIn>(
  async (ctx, { body, caller, origin }) => {
    const { redirectUri, clientId = appOfServer(ctx).clientId } = body
    const signInUrl = signInOriginOf(ctx, body.signInUrl, checkSignInUrl)
    const asked = { redirectUri, clientId, signInUrl }
    const request = beginWebServerFlow({ ...asked, addresses: ctx.outgoing.salesforce })
    return keepCodeRequest(ctx, request, { ...asked, stackId: null, caller, origin })
  },
)
