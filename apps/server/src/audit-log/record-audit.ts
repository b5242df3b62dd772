import type { AuditAction } from '@sluice/contract/audit-events'
import type { Transaction } from '../platform/database/database.ts'
import { auditEvent } from '../platform/database/schema/audit.ts'
import { newId } from '../platform/ids.ts'

export interface AuditEntry {
  action: AuditAction
  actorUserId: string | null
  workspaceId?: string
  subject?: { type: string; id: string }
  details?: Record<string, unknown>
  ipAddress?: string
  traceId?: string
}

/** Writes down what a global administrator sees of a workspace that he is no member of. */
export async function recordVisit(
  tx: Transaction,
  visit: Pick<AuditEntry, 'actorUserId' | 'details' | 'ipAddress' | 'traceId'> & { workspaceId: string },
): Promise<void> {
  await recordAudit(tx, { action: 'workspace.visitedByGlobalAdministrator', ...visit })
}

/** Writes down who did what, with the caller's other writes. Rows are never changed or removed. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEvent).values({
    id: newId(),
    action: entry.action,
    actorUserId: entry.actorUserId,
    workspaceId: entry.workspaceId ?? null,
    subjectType: entry.subject?.type ?? null,
    subjectId: entry.subject?.id ?? null,
    details: entry.details ?? {},
    ipAddress: entry.ipAddress ?? null,
    traceId: entry.traceId ?? null,
  })
}
