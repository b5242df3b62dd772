import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { openOfStack, type SealedStackColumn, sealForStack } from './stack-secrets.ts'
import type { StackRow } from './stack-store.ts'

/** An app as which Sluice signs in to an org. */
export interface OrgApp {
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** PEM; only apps of stacks have one. */
  readonly privateKey: string | undefined
}

export const appOfServer = ({ config: { salesforce } }: Context): OrgApp => ({
  clientId: salesforce.clientId,
  clientSecret: salesforce.clientSecret,
  privateKey: undefined,
})

/** The app that the stack's users sign in with: the stack's own, else the server's. */
export function appOfStack(ctx: Context, stack: StackRow): OrgApp {
  if (stack.sfdcClientId === null) return appOfServer(ctx)
  const open = (column: SealedStackColumn, sealed: string | null) =>
    openOfStack(ctx.secrets, stack, { column, sealed }) ?? undefined
  return {
    clientId: stack.sfdcClientId,
    clientSecret: open('sfdc_client_secret_sealed', stack.sfdcClientSecretSealed),
    privateKey: open('sfdc_private_key_sealed', stack.sfdcPrivateKeySealed),
  }
}

/**
 * The app that a stored token was issued to, which alone can renew it. Tokens that do not name theirs are older than apps of
 * stacks. A secret goes with its own client id only.
 */
export function appOfToken(ctx: Context, stack: StackRow, token: { clientId?: string | undefined }): OrgApp {
  const [ofServer, ofStack] = [appOfServer(ctx), appOfStack(ctx, stack)]
  const clientId = token.clientId ?? ofServer.clientId
  const known = [ofStack, ofServer].find((app) => app.clientId === clientId)
  return known ?? { clientId, clientSecret: undefined, privateKey: undefined }
}

/** Changes of the app as a caller asks for them: a missing property stays, null clears it. */
export interface AppChanges {
  readonly sfdcClientId?: string | null | undefined
  readonly sfdcClientSecret?: string | null | undefined
  readonly sfdcPrivateKey?: string | null | undefined
}

/** The columns of the stack's row that these changes set. */
export function appColumns(ctx: Context, stack: StackRow, changes: AppChanges): Partial<StackRow> {
  const { sfdcClientId = stack.sfdcClientId, sfdcClientSecret, sfdcPrivateKey } = changes
  if (sfdcClientId === null && (sfdcClientSecret ?? sfdcPrivateKey ?? null) !== null)
    throw clientIdIsMissing()
  const isAnother = sfdcClientId !== stack.sfdcClientId
  const sealed = (column: SealedStackColumn, clear: string | null | undefined) => {
    const wanted = clear === undefined && isAnother ? null : clear
    return wanted === undefined ? undefined : sealForStack(ctx.secrets, stack, { column, clear: wanted })
  }
  const secret = sealed('sfdc_client_secret_sealed', sfdcClientSecret)
  const key = sealed('sfdc_private_key_sealed', sfdcPrivateKey)
  return {
    ...(isAnother && { sfdcClientId }),
    ...(secret !== undefined && { sfdcClientSecretSealed: secret }),
    ...(key !== undefined && { sfdcPrivateKeySealed: key }),
  }
}

/** The refusal of what cannot sign assertions; its text does not repeat it. */
export function privateKeyIsInvalid(property: string): AppError {
  const description = 'Private key must be an RSA key of at least 2048 bits in PEM format without passphrase'
  const error = { ...validationErrorOf('ValueInvalid', property), description }
  return new AppError('validationFailed', { validationErrors: [error] })
}

function clientIdIsMissing(): AppError {
  const description = 'Enter the client id of the app to which the secret or private key belongs'
  const error = { ...validationErrorOf('ValueMissing', 'sfdcClientId'), description }
  return new AppError('validationFailed', { validationErrors: [error] })
}
