import type { FlowInInput, FullRetrieveReason } from '@sluice/contract/job-commands/flow-in'
import { normalisationRulesVersion } from '@sluice/metadata/normalise'
import { JobFailure } from '../../durable/run-errors.ts'
import { specsHashOf } from '../org/retrieve/full-retrieve.ts'
import type { OrgRevisions } from '../org/org-revisions.ts'
import type { Flow } from '../org/flow.ts'
import type { Parity } from '../session/flow-target.ts'
import { type KnownConditions, type KnownRecord, knownConditions } from './known-store.ts'
import type { JobSession } from '../session/job-session.ts'
import { readKnown } from './org-commits.ts'
import type { OrgCommits } from './org-commits-record.ts'

type FullBecause = Exclude<FullRetrieveReason, 'nothingUnchanged'>

/** Whether everything is retrieved, or what has changed since the last flow in. */
export interface RetrieveChoice {
  /** The reason for retrieving everything; null where only what has changed is retrieved. */
  readonly fullBecause: FullBecause | null
  /** When everything was retrieved the last time, this flow included. */
  readonly lastFullUtc: string
  /** The revision of the change log since which a partial retrieve looks for changes; null where the org keeps no log. */
  readonly sinceRevisionNumber: number | null
}

/** What the first flow of an org retrieves. */
export const everythingFirst = (session: JobSession): RetrieveChoice => everything(session, 'nothingKnown')

const everything = ({ job }: JobSession, fullBecause: FullBecause): RetrieveChoice => ({
  fullBecause,
  lastFullUtc: job.createdUtc,
  sinceRevisionNumber: null,
})

/** What a date in the org's list hides comes with a full retrieve after this time. */
const longestWithoutFullMs = 7 * 86_400_000

type RetrievingFlow = Flow<Pick<FlowInInput, 'retrieveMode' | 'force'>>

/**
 * Decides whether a flow in retrieves everything, by what the last flow in stored. Mode Auto retrieves everything when a
 * condition has changed since then. Mode Partial fails when no flow in has stored anything.
 */
export async function chooseRetrieve(flow: RetrievingFlow, head: string): Promise<RetrieveChoice> {
  const { session, input, environment } = flow
  const { ctx, job } = session
  const known = await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
    knownConditions(tx, environment.id),
  )
  const full = (reason: FullBecause) => everything(session, reason)
  if (input.force) return full('force')
  if (input.retrieveMode === 'Full') return full('asked')
  if (known === null || known.orgId !== flow.org.orgId) {
    if (input.retrieveMode === 'Auto') return full('nothingKnown')
    throw new JobFailure(
      'A partial retrieve needs an earlier flow in of this org that remembered its components. Run the job again with the retrieve mode Auto or Full.',
    )
  }
  const obstacle = input.retrieveMode === 'Partial' ? null : await obstacleTo(flow, { known, head })
  if (obstacle !== null) return full(obstacle)
  const { lastFullUtc, revisionNumber } = known
  // An org that has given up its change log cannot be asked for it.
  const sinceRevisionNumber = flow.revisions.revisionNumber === null ? null : revisionNumber
  return { fullBecause: null, lastFullUtc, sinceRevisionNumber }
}

/** What mode Auto does not retrieve in part with. */
async function obstacleTo(
  { session, environment, org, revisions }: RetrievingFlow,
  { known, head }: { readonly known: KnownConditions; readonly head: string },
): Promise<FullBecause | null> {
  if (environment.parity.isUncertain) return 'uncertain'
  if (known.includeSpecsHash !== specsHashOf(await session.includeSpecs(head))) return 'includeSpecsChanged'
  if (known.rules !== rulesOf({ session, environment, org })) return 'rulesChanged'
  if (isChangeSetNew(environment.parity, revisions)) return 'changeSetDeployed'
  if ((known.revisionNumber ?? 0) > (revisions.revisionNumber ?? 0)) return 'changeLogRestarted'
  const age = Date.parse(session.job.createdUtc) - Date.parse(known.lastFullUtc)
  return age > longestWithoutFullMs ? 'tooLongAgo' : null
}

/** The change log does not record what a change set brought, so that a partial retrieve would miss it. */
const isChangeSetNew = (
  parity: Pick<Parity, 'externalDeploymentId'>,
  { externalDeploymentId }: Pick<OrgRevisions, 'externalDeploymentId'>,
): boolean => externalDeploymentId !== null && externalDeploymentId !== parity.externalDeploymentId

/** Everything besides the include specs that decides what the files of the org become, or what of it is seen. */
function rulesOf({
  session,
  environment,
  org,
}: Pick<RetrievingFlow, 'session' | 'environment' | 'org'>): string {
  return JSON.stringify([
    session.ctx.config.product.version,
    normalisationRulesVersion,
    org.apiVersion,
    org.userId,
    environment.sandboxName,
    session.stack.ensureMetadataIsPortable,
  ])
}

/** Commits of a flow in, the folder of their lists, and how much was retrieved for them. */
interface RememberedCommits {
  readonly made: Pick<OrgCommits, 'specsHash'>
  readonly lists: string
  readonly retrieve: RetrieveChoice
}

/** What a flow in remembers for the next one. */
export async function knownAfter(
  flow: Pick<RetrievingFlow, 'session' | 'environment' | 'org' | 'revisions'>,
  brought: RememberedCommits,
): Promise<KnownRecord> {
  return {
    orgId: flow.org.orgId,
    includeSpecsHash: brought.made.specsHash,
    rules: rulesOf(flow),
    lastFullUtc: brought.retrieve.lastFullUtc,
    revisionNumber: flow.revisions.revisionNumber,
    content: await readKnown(brought.lists),
  }
}
