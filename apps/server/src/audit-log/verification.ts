import type { AuditVerification } from '@sluice/contract/audit-log'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { auditEvent, auditLink } from '../platform/database/schema/audit.ts'
import { installationChain, type LogReach } from './log-reach.ts'

type Fault = NonNullable<AuditVerification['firstFault']>

/** Computes every hash again: for a workspace those of its chain, for the installation those of all chains. */
export async function verifyLog(tx: Transaction, { workspaceId }: LogReach): Promise<AuditVerification> {
  const ofChain = workspaceId === null ? sql`true` : sql`chain_id = ${workspaceId}`
  const ofEvents = workspaceId === null ? sql`true` : sql`${auditEvent.workspaceId} = ${workspaceId}`
  const firstFault = (await findBrokenLink(tx, ofChain)) ?? (await findUnchained(tx, ofEvents))
  const [last] = await tx
    .select({ hash: auditLink.hash })
    .from(auditLink)
    .where(eq(auditLink.chainId, workspaceId ?? installationChain))
    .orderBy(sql`${auditLink.sequence} desc`)
    .limit(1)
  return {
    isIntact: firstFault === null,
    eventCount: await tx.$count(auditLink, ofChain),
    lastHash: last?.hash.toString('hex') ?? null,
    firstFault,
  }
}

/** The first link whose event is gone, whose place does not follow, or whose hash does not fit. */
async function findBrokenLink(tx: Transaction, ofChain: SQL): Promise<Fault | null> {
  const { rows } = await tx.execute<{ sequence: string; isMissing: boolean }>(sql`
    with chained as (
      select l.chain_id, l.sequence, l.hash, e as event, e.id as found,
        coalesce(lag(l.sequence) over chain, 0) + 1 as place, coalesce(lag(l.hash) over chain, '') as previous
      from ${auditLink} l left join ${auditEvent} e on e.id = l.event_id where ${ofChain}
      window chain as (partition by l.chain_id order by l.sequence))
    select sequence, found is null or sequence <> place as "isMissing" from chained
    where found is null or sequence <> place or chain_id <> sluice_audit_chain_id((event).workspace_id)
      or hash <> sluice_audit_hash(previous, sequence, event)
    order by chain_id, sequence limit 1`)
  const [row] = rows
  return row
    ? { sequence: Number(row.sequence), kind: row.isMissing ? 'EventMissing' : 'EventChanged' }
    : null
}

async function findUnchained(tx: Transaction, ofEvents: SQL): Promise<Fault | null> {
  const { rows } = await tx.execute(sql`
    select from ${auditEvent} where ${ofEvents}
      and not exists (select from ${auditLink} where ${auditLink.eventId} = ${auditEvent.id}) limit 1`)
  return rows.length > 0 ? { sequence: null, kind: 'LinkMissing' } : null
}
