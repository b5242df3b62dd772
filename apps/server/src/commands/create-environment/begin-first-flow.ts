import { type FlowOutInput, flowOutInput } from '@sluice/contract/job-commands/flow-out'
import { defaultApiVersion } from '@sluice/salesforce/connection'
import { fetchOrgInfo } from '@sluice/salesforce/org-info'
import { JobFailure } from '../../durable/run-errors.ts'
import { storeOrgInfo } from '../../environments/org-info-store.ts'
import { checkOrg } from '../../steps/org/check-org.ts'
import { readRevisions } from '../../steps/org/org-revisions.ts'
import type { Flow } from '../../steps/org/flow.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

interface FirstFlow {
  readonly environment: TargetEnvironment
  /** Of the sandbox that was made or chosen, 15 characters; null where Salesforce does not tell. */
  readonly sandboxOrgId: string | null
  /** Whether this job created the sandbox. */
  readonly sandboxWasCreated: boolean
}

const firstFlow = {
  ...flowOutInput.omit({ environmentId: true }).parse({}),
  diffMode: 'Org',
  // The wizard asks for consent before an existing sandbox is used, because its metadata is overwritten.
  clobberStrategy: 'Accept',
} as const satisfies Partial<FlowOutInput>

/** Checks that the org is the sandbox, and remembers what it says about itself. */
export async function beginFirstFlow(
  session: JobSession,
  { environment, sandboxOrgId, sandboxWasCreated }: FirstFlow,
): Promise<Flow<FlowOutInput>> {
  const { ctx, run, job, stack } = session
  const org = await run.step('check org', () => checkOrg(session, environment))
  if (sandboxOrgId !== null && org.orgId.slice(0, 15) !== sandboxOrgId.slice(0, 15))
    throw new JobFailure(
      `The Salesforce org is not the sandbox ${environment.sandboxName}.`,
      `Expected org ${sandboxOrgId}, found ${org.orgId}.`,
    )
  await run.step('read org info', async () => {
    const said = await fetchOrgInfo(await session.org(environment.id, org.apiVersion), { signal: run.signal })
    const owner = { environmentId: environment.id, workspaceId: job.workspaceId, stackId: stack.id }
    await ctx.database.inWorkspace(job.workspaceId, null, (tx) =>
      storeOrgInfo(tx, { ...said, ...owner, lastFetchedUtc: ctx.clock.now() }, Number(defaultApiVersion)),
    )
    return null
  })
  const revisions = await run.step('read revisions', () => readRevisions(session, environment.id, org))
  // A new sandbox equals its source, unless somebody changed it while the job waited for the sign-in. A sandbox without a
  // change log (Partial Copy or Full) does not show whether somebody did.
  const acceptDeletions = sandboxWasCreated && revisions.revisionNumber === 0
  const input = { ...firstFlow, environmentId: environment.id, acceptDeletions }
  return { session, input, environment, org, revisions }
}
