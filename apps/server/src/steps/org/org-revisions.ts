import { SalesforceError } from '@sluice/salesforce/errors'
import { listDeployRequests } from '@sluice/salesforce/tooling/deploy-requests'
import { latestRevision } from '@sluice/salesforce/tooling/source-members'
import type { CheckedOrg } from './check-org.ts'
import type { JobSession } from '../session/job-session.ts'
import { whileBrieflyTransient } from '../session/transient-retry.ts'

/** How far the org's change log reaches, and the newest deployment that the log does not show. */
export interface OrgRevisions {
  /** Null in production and wherever the org keeps no change log. */
  readonly revisionNumber: number | null
  readonly externalDeploymentId: string | null
}

const historyDays = 30

/** Read before a retrieve begins: what changes during it is seen again by the next one. */
export async function readRevisions(
  session: JobSession,
  environmentId: string,
  org: CheckedOrg,
): Promise<OrgRevisions> {
  const connection = await session.org(environmentId, org.apiVersion)
  const { signal } = session.run
  const retry = { signal, deadline: session.deadline }
  const revisionNumber = org.isSandbox
    ? await whileBrieflyTransient(() => latestRevision(connection, { signal }), retry)
    : null
  const createdAfter = new Date(session.ctx.clock.now().getTime() - historyDays * 86_400_000)
  const deployments = await whileBrieflyTransient(
    () => listDeployRequests(connection, { createdAfter, signal }),
    retry,
  ).catch((error: unknown) => {
    // Without the right to read deployments a retrieve is still possible; only source tracking is not trusted.
    if (error instanceof SalesforceError && error.code === 'fault') return []
    throw error
  })
  const external = deployments.findLast(
    (deployment) =>
      deployment.changeSetName !== null && !deployment.checkOnly && deployment.status === 'Succeeded',
  )
  return { revisionNumber, externalDeploymentId: external?.id ?? null }
}
