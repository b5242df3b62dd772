import { auditLabel } from '@sluice/contract/audit-events'
import type { AuditEvent } from '@sluice/contract/audit-log'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'

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

/** A name of a property as words: `sendToEmailAddress` gives "send to email address". */
const wordsOf = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

const isIdentifier = (name: string): boolean => /Ids?$/.test(name)

/** What an event says beside its kind and its subject, in one line. Identifiers stand in the export only. */
function eventDetails({ details, subjectName }: Pick<AuditEvent, 'details' | 'subjectName'>): string {
  return Object.entries(details)
    .flatMap(([name, value]) => {
      if (value === null || value === undefined || value === subjectName) return []
      if (isIdentifier(name))
        return Array.isArray(value)
          ? [`${value.length} ${wordsOf(name.slice(0, -3))}${value.length === 1 ? '' : 's'}`]
          : []
      return [`${wordsOf(name)}: ${valueText(value)}`]
    })
    .join(' · ')
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return wordsOf(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.map(wordsOf).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return JSON.stringify(value)
}

/** Who did it: a person by the name of today, or what is known instead. */
function actorText({ actorUserId, actorName }: Pick<AuditEvent, 'actorUserId' | 'actorName'>): string {
  if (actorName !== null) return actorName
  return actorUserId === null ? 'Nobody signed in' : 'Deleted user'
}

/** What it was done to. */
function subjectText({ subjectType, subjectName }: Pick<AuditEvent, 'subjectType' | 'subjectName'>): string {
  if (subjectType === null) return ''
  const type = subjectType.replaceAll(
    /([a-z])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  )
  return subjectName === null ? type : `${type} ${subjectName}`
}
