import type { Transaction } from '../platform/database/database.ts'
import { type AuditEntry, recordAudit } from '../audit-log/record-audit.ts'
import type { ConflictReference } from './open-conflict.ts'

interface ConflictEvent extends Pick<AuditEntry, 'action' | 'actorUserId' | 'ipAddress' | 'traceId'> {
  readonly fileIds: readonly string[]
}

/** Writes down what was decided of files of a conflict. */
export async function recordConflictEvent(
  tx: Transaction,
  { workspaceId, jobId, conflictId }: ConflictReference,
  { fileIds, ...event }: ConflictEvent,
): Promise<void> {
  const subject = { type: 'Conflict', id: conflictId }
  await recordAudit(tx, { ...event, workspaceId, subject, details: { jobId, fileIds } })
}
