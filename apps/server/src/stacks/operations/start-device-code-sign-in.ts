import type { stacks } from '@sluice/contract/stacks'
import { startDeviceCode } from '@sluice/salesforce/auth/device-code'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { checkSignInUrl } from '@sluice/salesforce/auth/sign-in-url'
import { SalesforceError } from '@sluice/salesforce/errors'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { bindingOf, insertDeviceAuthorization } from '../device-authorization-store.ts'
import { addressIsInvalid, requireSignInAddress } from '../sign-in-address.ts'

const recommendedPollingSeconds = 5

export const startDeviceCodeSignIn = handler<typeof stacks.startDeviceCodeSignIn>(
  async (ctx, { body, caller, origin }) => {
    const { clientId, signInHost, allowedOrigins } = ctx.config.salesforce
    requireSignInAddress(ctx, body.signInUrl)
    const checked = checkSignInUrl(body.signInUrl.trim(), { host: signInHost, allowedOrigins })
    if (!checked.ok) throw addressIsInvalid('This is not a Salesforce sign-in URL', 'signInUrl')
    const code = await startDeviceCode({
      signInUrl: checked.url,
      clientId,
      addresses: ctx.outgoing.salesforce,
    }).catch(refuse)
    const initiatedUtc = ctx.clock.now()
    const expiresUtc = new Date(initiatedUtc.getTime() + code.expiresInSeconds * 1000)
    await ctx.database.asSystem(async (tx) =>
      insertDeviceAuthorization(tx, {
        deviceCode: code.deviceCode,
        binding: bindingOf(caller, origin),
        signInUrl: checked.url,
        clientId,
        userId: caller?.userId ?? null,
        initiatedUtc,
        expiresUtc,
      }),
    )
    return {
      initiatedUtc: initiatedUtc.toISOString(),
      userCodeValidForSeconds: code.expiresInSeconds,
      deviceCode: code.deviceCode,
      recommendedPollingIntervalSeconds: Math.max(code.intervalSeconds, recommendedPollingSeconds),
      verificationUrl: code.verificationUrl,
      userCode: code.userCode,
    }
  },
)

/**
 * What Salesforce refuses is explained; every other failure has one answer, so that the address of a stranger tells
 * nothing about what answers there.
 */
function refuse(error: unknown): never {
  if (!(error instanceof SalesforceError)) throw error
  const detail = explainSignInRefusal(error)?.text
  throw new AppError('sfdcCredentialsInvalid', { cause: error, ...(detail !== undefined && { detail }) })
}
