import type { DeviceCodeInitiation } from '@sluice/contract/salesforce-sign-in'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import type { Origin } from '../users/session.ts'
import type { Caller } from '../users/session-store.ts'
import { bindingOf, insertDeviceAuthorization } from './device-authorization-store.ts'
import type { OrgApp } from './stack-app.ts'
import { consumeWebServerState, sealWebServerState } from './web-server-state.ts'

/** A sign-in in the browser that begins: where, with which app, by whom, and for which stack; null: one that is to be made. */
interface BegunSignIn {
  readonly signInUrl: string
  readonly clientId: string
  readonly stackId: string | null
  readonly caller: Caller | null
  readonly origin: Origin
}

interface StartedDeviceCode {
  readonly deviceCode: string
  readonly userCode: string
  readonly verificationUrl: string
  readonly intervalSeconds: number
  readonly expiresInSeconds: number
}

const recommendedPollingSeconds = 5

/** Remembers a device code for the one who began it. */
export async function keepDeviceCode(
  ctx: Context,
  code: StartedDeviceCode,
  { signInUrl, clientId, stackId, caller, origin }: BegunSignIn,
): Promise<DeviceCodeInitiation> {
  const { deviceCode, userCode, verificationUrl, intervalSeconds, expiresInSeconds } = code
  const initiatedUtc = ctx.clock.now()
  const expiresUtc = new Date(initiatedUtc.getTime() + expiresInSeconds * 1000)
  const binding = bindingOf(caller, origin)
  const userId = caller?.userId ?? null
  const row = { deviceCode, binding, signInUrl, clientId, userId, stackId, initiatedUtc, expiresUtc }
  await ctx.database.asSystem(async (tx) => insertDeviceAuthorization(tx, row))
  return {
    initiatedUtc: initiatedUtc.toISOString(),
    userCodeValidForSeconds: expiresInSeconds,
    deviceCode,
    recommendedPollingIntervalSeconds: Math.max(intervalSeconds, recommendedPollingSeconds),
    verificationUrl,
    userCode,
  }
}

interface StartedCodeRequest {
  readonly codeVerifier: string
  readonly authorizationUrl: (state: string) => string
}

/** Seals what completes a web server flow into its state. */
export function keepCodeRequest(
  ctx: Context,
  { codeVerifier, authorizationUrl }: StartedCodeRequest,
  { caller, origin, ...begun }: BegunSignIn & { readonly redirectUri: string },
) {
  const { signInUrl, clientId, redirectUri, stackId } = begun
  const facts = { signInUrl, clientId, redirectUri, stackId, codeVerifier }
  const sealed = sealWebServerState(ctx, { ...facts, binding: bindingOf(caller, origin) })
  return { ...sealed, authorizationUrl: authorizationUrl(sealed.state) }
}

interface CodeRequestEnd extends Pick<BegunSignIn, 'stackId' | 'caller' | 'origin'> {
  readonly state: string
  /** Its secret goes only with codes that were asked for with its client id. */
  readonly app: OrgApp
}

/** What exchanges the code of a web server flow. Refuses what somebody else began, or the app of another stack. */
export async function takeCodeRequest(ctx: Context, { state, app, stackId, caller, origin }: CodeRequestEnd) {
  const begun = await consumeWebServerState(ctx, { state, binding: bindingOf(caller, origin), stackId })
  if (begun === null) throw new AppError('sfdcCredentialsInvalid')
  const clientSecret = begun.clientId === app.clientId ? app.clientSecret : undefined
  return { ...begun, clientSecret }
}

/** The problem that a refused sign-in ends with; `detail` says what to do where that is known. */
export const signInRefused = (cause: unknown, detail: string | undefined): AppError =>
  new AppError('sfdcCredentialsInvalid', { cause, ...(detail !== undefined && { detail }) })
