import { createHash } from 'node:crypto'
import type { StackRow } from '../stacks/stack-store.ts'
import type { EnvironmentRow } from './environment-store.ts'

/** Changes with the credentials that an org is asked with, and holds none of them. */
export function credentialsFingerprint(stack: StackRow, environment: EnvironmentRow | null): string {
  const { sfdcBaseSignInUrl, sfdcBaseUsername, sfdcPasswordSealed, sfdcTokenSealed } = stack
  const { sfdcClientId, sfdcClientSecretSealed, sfdcPrivateKeySealed } = stack
  const ofStack = [sfdcBaseSignInUrl, sfdcBaseUsername, sfdcPasswordSealed, sfdcTokenSealed]
  const app = [sfdcClientId, sfdcClientSecretSealed, sfdcPrivateKeySealed]
  const own = environment && [
    environment.sfdcSignInUrl,
    environment.sfdcUsername,
    environment.sfdcPasswordSealed,
    environment.sfdcTokenSealed,
  ]
  return createHash('sha256')
    .update(JSON.stringify([ofStack, app, own]))
    .digest('base64')
}
