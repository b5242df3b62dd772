import { eq } from 'drizzle-orm'
import { type PreviewedChange, unpackedPreview } from '../differences/previewed-changes.ts'
import type { Transaction } from '../platform/database/database.ts'
import { jobPreview } from '../platform/database/schema/jobs.ts'

/** Keeps with a job what was shown before it was submitted. */
export async function insertJobPreview(
  tx: Transaction,
  preview: { readonly workspaceId: string; readonly jobId: string; readonly changes: Buffer },
): Promise<void> {
  await tx.insert(jobPreview).values(preview)
}

/** What was shown before a job was submitted; null where nothing was. */
export async function findJobPreview(
  tx: Transaction,
  jobId: string,
): Promise<readonly PreviewedChange[] | null> {
  const [row] = await tx
    .select({ changes: jobPreview.changes })
    .from(jobPreview)
    .where(eq(jobPreview.jobId, jobId))
  return row ? unpackedPreview(row.changes) : null
}
