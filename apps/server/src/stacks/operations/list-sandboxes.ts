import type { Sandbox } from '@sluice/contract/sandbox'
import type { stacks } from '@sluice/contract/stacks'
import { explainSignInRefusal } from '@sluice/salesforce/auth/sign-in-refusal'
import { openStoredSession } from '@sluice/salesforce/auth/stored-session'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { listSandboxes as askForSandboxes } from '@sluice/salesforce/tooling/sandboxes'
import { handler } from '../../api/handler.ts'
import type { Context } from '../../context.ts'
import { credentialsFingerprint } from '../../environments/credentials-fingerprint.ts'
import { findProduction } from '../../environments/environment-store.ts'
import { findOrgInfo } from '../../environments/org-info-store.ts'
import { orgRefusals } from '../../environments/org-refusals.ts'
import { toSandbox } from '../../environments/sandboxes.ts'
import { type CredentialsOwner, storedCredentials } from '../../environments/stored-credentials.ts'
import { AppError } from '../../platform/app-error.ts'
import { KeptAnswers } from '../../platform/kept-answers.ts'
import { findStack } from '../stack-store.ts'

/** The browsers of all members ask every minute; the org is asked once for them. */
const kept = new KeptAnswers<Sandbox[]>(60_000)

export const listSandboxes = handler<typeof stacks.listSandboxes>(async (ctx, { params, caller }) => {
  const { workspaceId, stackId } = params
  const known = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    const production = stack && (await findProduction(tx, stackId))
    return { stack, production, info: production && (await findOrgInfo(tx, production.id)) }
  })
  const { stack, production, info } = known
  if (!stack) throw new AppError('entityNotFound')
  const owner = { workspaceId, stackId, environmentId: production?.id ?? null }
  const key = `${stackId} ${credentialsFingerprint(stack, production)}`
  const apiVersion = info ? olderVersion(info.platformVersion, defaultApiVersion) : undefined
  return kept.get(ctx.clock, key, () => fetchSandboxes(ctx, owner, apiVersion))
})

const refusals = orgRefusals(explainSignInRefusal)

async function fetchSandboxes(
  ctx: Context,
  owner: CredentialsOwner,
  apiVersion: string | undefined,
): Promise<Sandbox[]> {
  const addresses = ctx.outgoing.salesforce
  const rows = await openStoredSession({ ...storedCredentials(ctx, owner), refusals, addresses, apiVersion })
    .then((connection) => askForSandboxes(connection))
    .catch((error: unknown) => {
      throw error instanceof SalesforceError ? refusals.refused(error) : error
    })
  return rows.flatMap((row) => toSandbox(owner.stackId, row) ?? [])
}

/** An org that is a release behind this client does not know the client's own version. */
const olderVersion = (a: string, b: string): string => (Number(a) < Number(b) ? a : b)
