import type { AuditEvent } from '@sluice/contract/audit-log'
import { auditLabel } from '@sluice/contract/audit-events'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { actorText, eventDetails, subjectText } from './event-text.ts'

const orDash = (text: string) =>
  text === '' ? (
    <span className="text-fg-3">—</span>
  ) : (
    <span title={text} className="wrap-anywhere">
      {text}
    </span>
  )

export const auditColumns: readonly Column<AuditEvent>[] = [
  {
    id: 'time',
    label: 'Time',
    width: '8rem',
    isLocked: true,
    cell: ({ createdUtc }) => <Timestamp moment={createdUtc} />,
  },
  {
    id: 'event',
    label: 'Event',
    width: '15rem',
    isLocked: true,
    cell: ({ action }) => <span className="text-fg font-medium">{auditLabel(action)}</span>,
  },
  {
    id: 'person',
    label: 'Person',
    width: '11rem',
    cell: (event) => (
      <span title={event.actorEmailAddress ?? undefined} className="truncate">
        {actorText(event)}
      </span>
    ),
  },
  { id: 'subject', label: 'Subject', width: 'auto', cell: (event) => orDash(subjectText(event)) },
  { id: 'details', label: 'Details', width: 'auto', cell: (event) => orDash(eventDetails(event)) },
  { id: 'address', label: 'IP address', width: '9rem', cell: ({ ipAddress }) => orDash(ipAddress ?? '') },
]
