import type { AuditEvent } from '@sluice/contract/audit-log'
import { jobCommandLabels, jobCommandName } from '@sluice/contract/job-command-name'
import { limits } from '@sluice/contract/limits'
import { and, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { withJobs } from './audited-jobs.ts'
import { auditEvent, auditLink } from '../platform/database/schema/audit.ts'
import { isInReach, type LogReach } from './log-reach.ts'

export interface EventFilter {
  readonly action?: string | undefined
  readonly actorUserId?: string | undefined
  readonly sinceUtc?: string | undefined
  /** The id of the event that the page begins after. */
  readonly before?: string | undefined
}

/** A moment as the API writes it. */
export const utcText = sql`to_char(${auditEvent.createdUtc} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type EventRow = Omit<AuditEvent, 'sequence'> & { sequence: string; [column: string]: unknown }

/** One page of the log, newest first, with the present names of people and things. */
export async function listEvents(
  tx: Transaction,
  reach: LogReach,
  filter: EventFilter,
): Promise<{ events: AuditEvent[]; nextBefore: string | null }> {
  const { rows } = await tx.execute<EventRow>(sql`
    with page as (
      select ${auditEvent}.*, ${auditLink.sequence}, ${utcText} as created_text
      from ${auditEvent} join ${auditLink} on ${auditLink.eventId} = ${auditEvent.id}
      where ${and(isInReach(reach), ...conditionsOf(filter))}
      order by ${auditEvent.createdUtc} desc, ${auditEvent.id} desc limit ${limits.auditEvents + 1})
    select page.id, page.sequence, page.created_text as "createdUtc", page.action, page.actor_user_id as "actorUserId",
      actor.first_name || ' ' || actor.last_name as "actorName", actor.email_address as "actorEmailAddress",
      page.workspace_id as "workspaceId", page.subject_type as "subjectType", page.subject_id as "subjectId",
      coalesce(stack.name, environment.name, schedule.name, job.command_name,
        person.first_name || ' ' || person.last_name, invitation.send_to_email_address,
        page.details->>'name', page.details->>'sendToEmailAddress') as "subjectName",
      page.details, page.ip_address as "ipAddress", page.trace_id as "traceId"
    from page
    left join app_user actor on actor.id = page.actor_user_id
    left join stack on stack.id = ${subjectOf('Stack')}
    left join environment on environment.id = ${subjectOf('Environment')}
    left join schedule on schedule.id = ${subjectOf('Schedule')}
    left join job on job.id = ${subjectOf('Job')}
    left join invitation on invitation.id = ${subjectOf('Invitation')}
    left join member on member.id = ${subjectOf('Member')}
    left join app_user person on person.id = coalesce(member.user_id, ${subjectOf('User')})
    order by page.created_utc desc, page.id desc`)
  const events = await withJobs(tx, rows.slice(0, limits.auditEvents).map(viewEvent))
  return { events, nextBefore: rows.length > limits.auditEvents ? (events.at(-1)?.id ?? null) : null }
}

/** Cast only for the kind of thing whose ids are uuids, so that the join finds its row by the primary key. */
const subjectOf = (type: string): SQL =>
  sql`case when page.subject_type = ${type} then page.subject_id::uuid end`

function conditionsOf({ action, actorUserId, sinceUtc, before }: EventFilter): SQL[] {
  return [
    action === undefined ? null : sql`${auditEvent.action} = ${action}`,
    actorUserId === undefined ? null : sql`${auditEvent.actorUserId} = ${actorUserId}`,
    sinceUtc === undefined ? null : sql`${auditEvent.createdUtc} >= ${sinceUtc}::timestamptz`,
    before === undefined
      ? null
      : sql`(${auditEvent.createdUtc}, ${auditEvent.id}) <
          (select last.created_utc, last.id from ${auditEvent} last where last.id = ${before})`,
  ].filter((condition) => condition !== null)
}

function viewEvent({ subjectName, sequence, ...event }: EventRow): AuditEvent {
  const command = event.subjectType === 'Job' ? jobCommandName.safeParse(subjectName).data : undefined
  const name = command === undefined ? subjectName : jobCommandLabels[command]
  return { ...event, sequence: Number(sequence), subjectName: name }
}
