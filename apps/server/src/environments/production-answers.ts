import type { Context } from '../context.ts'
import { AppError } from '../platform/app-error.ts'
import { KeptAnswers } from '../platform/kept-answers.ts'
import { findStack } from '../stacks/stack-store.ts'
import { credentialsFingerprint } from './credentials-fingerprint.ts'
import { findProduction } from './environment-store.ts'
import { findOrgInfo } from './org-info-store.ts'
import { type OrgError, type OrgRefusals, orgRefusals } from './org-refusals.ts'
import { type CredentialStore, type CredentialsOwner, storedCredentials } from './stored-credentials.ts'

type SessionRequest<E extends OrgError> = CredentialStore & {
  readonly refusals: OrgRefusals<E>
  readonly addresses: Context['outgoing']['salesforce']
  readonly apiVersion: string | undefined
}

/** The parts of the Salesforce client that a question needs; operations bring them, because nouns do not drive engines. */
interface SalesforceClient<Connection, E extends OrgError> {
  readonly open: (request: SessionRequest<E>) => Promise<Connection>
  readonly explain: (error: E) => { readonly text: string } | null
  readonly errors: abstract new (...given: never[]) => E
  /** The newest API version that the client knows. */
  readonly apiVersion: string
}

interface StackOfCaller {
  readonly params: { readonly workspaceId: string; readonly stackId: string }
  readonly caller: { readonly userId: string }
}

/** The browsers of all members ask every minute; the org is asked once for them. */
const keptForMs = 60_000

/** Asks the production orgs of stacks; all members of a stack share the answers of a minute. */
export function productionAnswers<Connection, E extends OrgError, T>(
  client: SalesforceClient<Connection, E>,
  ask: (connection: Connection, stackId: string) => Promise<T>,
): (ctx: Context, call: StackOfCaller) => Promise<T> {
  const kept = new KeptAnswers<T>({ maxAgeMs: keptForMs })
  const refusals = orgRefusals(client.explain)
  return async (ctx, { params, caller }) => {
    const { key, owner, apiVersion } = await loadProduction(ctx, { ...params, userId: caller.userId })
    return kept.get(ctx.clock, key, async () => {
      const request = {
        ...storedCredentials(ctx, owner),
        refusals,
        addresses: ctx.outgoing.salesforce,
        apiVersion: apiVersion === null ? undefined : olderVersion(apiVersion, client.apiVersion),
      }
      try {
        return await ask(await client.open(request), params.stackId)
      } catch (error) {
        throw error instanceof client.errors ? refusals.refused(error) : error
      }
    })
  }
}

interface ProductionOfStack {
  /** Names everything that the answer depends on. */
  readonly key: string
  readonly owner: CredentialsOwner
  /** The newest that the org knows, as far as it is known. */
  readonly apiVersion: string | null
}

async function loadProduction(
  ctx: Context,
  { workspaceId, stackId, userId }: { workspaceId: string; stackId: string; userId: string },
): Promise<ProductionOfStack> {
  return ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const stack = await findStack(tx, workspaceId, stackId)
    if (!stack) throw new AppError('entityNotFound')
    const production = await findProduction(tx, stackId)
    const info = production && (await findOrgInfo(tx, production.id))
    return {
      key: `${stackId} ${credentialsFingerprint(stack, production)}`,
      owner: { workspaceId, stackId, environmentId: production?.id ?? null },
      apiVersion: info?.platformVersion ?? null,
    }
  })
}

/** An org that is a release behind this client does not know the client's own version. */
const olderVersion = (a: string, b: string): string => (Number(a) < Number(b) ? a : b)
