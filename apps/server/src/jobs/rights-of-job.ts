import { missingJobRights } from '@sluice/contract/job-rights'
import type { Actor } from '@sluice/contract/permissions'
import type { MissingAuthorization } from '@sluice/contract/problem-details'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job, jobEnvironment } from '../platform/database/schema/jobs.ts'
import { stack } from '../platform/database/schema/stacks.ts'

/** What the actor lacks to start the job himself at this moment, or null when nothing is missing. */
export async function missingRightsOfJob(
  tx: Transaction,
  actor: Actor,
  { stackId, jobId }: { readonly stackId: string; readonly jobId: string },
): Promise<MissingAuthorization[] | null> {
  const [found] = await tx
    .select({ job, stackOwner: stack.createdByUserId })
    .from(job)
    .innerJoin(stack, eq(stack.id, job.stackId))
    .where(and(eq(job.id, jobId), eq(job.stackId, stackId)))
  if (!found) return null
  const environments = await tx
    .select({
      environmentId: jobEnvironment.environmentId,
      role: jobEnvironment.role,
      createdByUserId: environment.createdByUserId,
    })
    .from(jobEnvironment)
    .innerJoin(environment, eq(environment.id, jobEnvironment.environmentId))
    .where(eq(jobEnvironment.jobId, jobId))
  return missingJobRights(
    actor,
    { ...found.job, affectedEnvironments: environments },
    {
      stack: { createdByUserId: found.stackOwner },
      environmentOf: (id) => environments.find(({ environmentId }) => environmentId === id),
    },
  )
}
