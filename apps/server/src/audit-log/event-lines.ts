import { limits } from '@sluice/contract/limits'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { auditEvent, auditLink } from '../platform/database/schema/audit.ts'
import { utcText } from './event-views.ts'
import { isInReach, type LogReach } from './log-reach.ts'

/** A part of the export: one JSON object a line, in the order of the chain, with the hash of each event. */
export async function eventLines(
  tx: Transaction,
  reach: LogReach,
  after: string | undefined,
): Promise<string> {
  const { rows } = await tx.execute<{ line: string }>(sql`
    select json_build_object('id', ${auditEvent.id}, 'sequence', ${auditLink.sequence}, 'createdUtc', ${utcText},
      'workspaceId', ${auditEvent.workspaceId}, 'actorUserId', ${auditEvent.actorUserId},
      'actorEmailAddress', actor.email_address, 'action', ${auditEvent.action},
      'subjectType', ${auditEvent.subjectType}, 'subjectId', ${auditEvent.subjectId},
      'details', ${auditEvent.details}, 'ipAddress', ${auditEvent.ipAddress}, 'traceId', ${auditEvent.traceId},
      'hash', encode(${auditLink.hash}, 'hex'))::text as line
    from ${auditLink} join ${auditEvent} on ${auditEvent.id} = ${auditLink.eventId}
    left join app_user actor on actor.id = ${auditEvent.actorUserId}
    where ${and(isInReach(reach), ...placeAfter(after))}
    order by ${auditLink.chainId}, ${auditLink.sequence} limit ${limits.auditLines}`)
  return rows.map(({ line }) => `${line}\n`).join('')
}

const placeAfter = (after: string | undefined): SQL[] =>
  after === undefined
    ? []
    : [
        sql`(${auditLink.chainId}, ${auditLink.sequence}) >
          (select last.chain_id, last.sequence from ${auditLink} last where last.event_id = ${after})`,
      ]
