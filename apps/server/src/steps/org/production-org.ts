import type { Connection } from '@sluice/salesforce/connection'
import { JobFailure } from '../../durable/run-errors.ts'
import { findProduction } from '../../environments/environment-store.ts'
import { targetEnvironment } from '../session/flow-target.ts'
import type { JobSession } from '../session/job-session.ts'
import { type CheckedOrg, checkOrg } from './check-org.ts'

/** The production environment of a stack and the org that answered for it: only production orgs know their sandboxes. */
export interface ProductionOrg {
  readonly environmentId: string
  readonly org: CheckedOrg
}

/** Signs in to the production org of the stack and stops the job when it is another one than the stack was connected to. */
export async function checkProductionOrg(session: JobSession): Promise<ProductionOrg> {
  const { run } = session
  const production = await run.step('load production', () => loadProduction(session))
  const org = await run.step('check production org', () => checkOrg(session, production))
  return { environmentId: production.id, org }
}

/** The signed-in connection; opened once in a session. */
export const connectToProduction = (
  session: JobSession,
  { environmentId, org }: ProductionOrg,
): Promise<Connection> => session.org(environmentId, org.apiVersion)

async function loadProduction({ ctx, job, stack }: JobSession) {
  const row = await ctx.database.inWorkspace(job.workspaceId, null, (tx) => findProduction(tx, stack.id))
  if (row === null) throw new JobFailure('The stack has no production environment.')
  const { id, isProduction, username } = targetEnvironment(row, stack)
  return { id, isProduction, username }
}
