import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../../platform/database/database.ts'
import { environmentSnapshot } from '../../platform/database/schema/environment-state.ts'
import { job } from '../../platform/database/schema/jobs.ts'

/**
 * When the job of the last flow in of an environment was submitted, which is before it retrieved anything; null where none is
 * known any more. What it brought was changed in the org before it ended, and what was changed before it was submitted is in Git.
 */
export async function lastFlowInUtc(tx: Transaction, environmentId: string): Promise<string | null> {
  const [row] = await tx
    .select({ createdUtc: job.createdUtc })
    .from(environmentSnapshot)
    .innerJoin(job, eq(job.id, environmentSnapshot.jobId))
    .where(
      and(
        eq(environmentSnapshot.environmentId, environmentId),
        inArray(job.commandName, ['InitializeStack', 'FlowIn']),
      ),
    )
    .orderBy(desc(environmentSnapshot.number))
    .limit(1)
  return row?.createdUtc.toISOString() ?? null
}
