import type { stacks } from '@sluice/contract/stacks'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { beginWebServerFlow } from '@sluice/salesforce/auth/web-server-flow'
import { handler } from '../operation.ts'
import { keepCodeRequest } from '../../stacks/kept-sign-in.ts'
import { signInOriginOf } from '../../stacks/sign-in-address.ts'
import { loadAppOfStack } from '../../stacks/stack-app-store.ts'

export const startWebServerSignInOfStack = handler<typeof stacks.startWebServerSignInOfStack>(
  async (ctx, { params, body, caller, origin }) => {
    const { clientId } = await loadAppOfStack(ctx, { ...params, userId: caller.userId })
    const asked = { ...body, clientId, signInUrl: signInOriginOf(ctx, body.signInUrl, checkSignInUrl) }
    const request = beginWebServerFlow({ ...asked, addresses: ctx.outgoing.salesforce })
    return keepCodeRequest(ctx, request, { ...asked, stackId: params.stackId, caller, origin })
  },
)
