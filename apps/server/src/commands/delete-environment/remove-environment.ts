import { eq } from 'drizzle-orm'
import { releaseEnvironmentLocks } from '../../environments/environment-lock.ts'
import { announce } from '../../platform/database/announce.ts'
import { environment as environmentTable } from '../../platform/database/schema/environments.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'
import type { JobSession } from '../../steps/session/job-session.ts'

/** Removes the record of an environment with everything that hangs on it: state, snapshots, tags, credentials and lock. */
export async function removeEnvironment(
  { ctx, run, job, stack }: JobSession,
  { id, name }: TargetEnvironment,
): Promise<void> {
  const { workspaceId } = job
  await run.transaction('delete environment', async (tx) => {
    // Before the row, because the lock goes with it and the jobs that wait for the lock would not be woken.
    await releaseEnvironmentLocks(ctx, tx, job.id)
    await tx.delete(environmentTable).where(eq(environmentTable.id, id))
    await announce(tx, { workspaceId, kind: 'deleteEntities', ids: [`Environment:${id}`] })
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stack.id] })
    await recordAudit(tx, {
      action: 'environment.deleted',
      workspaceId,
      subject: { type: 'Environment', id },
      details: { name, jobId: job.id },
      actorUserId: job.createdByUserId,
    })
    return null
  })
}
