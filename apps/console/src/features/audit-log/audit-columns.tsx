import { auditLabel } from '@sluice/contract/audit-events'
import type { AuditEvent, AuditedJob } from '@sluice/contract/audit-log'
import { jobCommandLabels } from '@sluice/contract/job-command-name'
import { Link } from '@tanstack/react-router'
import { Timestamp } from '../../platform/format/timestamp.tsx'
import type { Column } from '../../platform/tables/column.ts'
import { ProductionChip } from '../../platform/ui/chips.tsx'
import { linkClasses } from '../../platform/ui/text-link.tsx'

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
  { id: 'details', label: 'Details', width: 'auto', cell: (event) => <Details event={event} /> },
  { id: 'address', label: 'IP address', width: '9rem', cell: ({ ipAddress }) => orDash(ipAddress ?? '') },
]

/** The jobs of an event with what they did, or else what it says in one line. */
function Details({ event }: { event: AuditEvent }) {
  const { jobs = [], details } = event
  if (jobs.length === 0) return orDash(eventDetails(event))
  const refs = refsText(details['refs'])
  return (
    <ul className="flex flex-col gap-0.5 whitespace-normal">
      {jobs.map((job) => (
        <li key={job.id} className="wrap-anywhere">
          <Link
            to="/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId"
            params={{ workspaceSlug: job.workspaceSlug, stackSlug: job.stackSlug, jobId: job.id }}
            className={linkClasses}
          >
            {[jobCommandLabels[job.commandName], job.environmentName].filter(Boolean).join(' ')}
          </Link>
          {job.isProduction ? (
            <>
              {' '}
              <ProductionChip />
            </>
          ) : null}{' '}
          {jobText(job)}
        </li>
      ))}
      {refs === '' ? null : <li>{refs}</li>}
    </ul>
  )
}

const outcomes = {
  Succeeded: 'succeeded',
  Failed: 'failed',
  TimedOut: 'timed out',
  Cancelled: 'cancelled',
} as const

/** How a job ended and what it changed: `succeeded, 7 changed: DiscountPolicy, OpportunityPricing and 5 more`. */
function jobText({ outcome, isCheckOnly, changed, names }: AuditedJob): string {
  const ended = outcome === null ? 'has not ended' : outcomes[outcome]
  const left = (changed ?? 0) - names.length
  const listed = left > 0 ? `${names.join(', ')} and ${left} more` : names.join(', ')
  const did =
    changed === null || changed === 0 ? [] : [`${changed} ${isCheckOnly ? 'checked' : 'changed'}: ${listed}`]
  return [ended, ...(isCheckOnly ? ['check only'] : []), ...did].join(', ')
}

/** The branches of a push, as people call them. */
function refsText(refs: unknown): string {
  if (!Array.isArray(refs)) return ''
  return refs
    .flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'ref' in one && typeof one.ref === 'string' ? [one.ref] : [],
    )
    .map((ref) => ref.replace(/^refs\/(?:heads|tags)\//u, ''))
    .join(', ')
}

/** A name of a property as words: `sendToEmailAddress` gives "send to email address". */
const wordsOf = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

const isIdentifier = (name: string): boolean => /Ids?$/.test(name)

/** What an event says beside its kind and its subject, in one line. Identifiers stand in the export only. */
function eventDetails({ details, subjectName }: Pick<AuditEvent, 'details' | 'subjectName'>): string {
  return Object.entries(details)
    .flatMap(([name, value]) => {
      if (value === null || value === undefined || value === subjectName) return []
      if (name === 'refs') return [refsText(value)]
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
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${wordsOf(name)} ${valueText(part)}`)
    .join(', ')
}

/** Who did it: a person by the name of today, or what is known instead. */
function actorText({ actorUserId, actorName, details }: AuditEvent): string {
  if (actorName !== null) return actorName
  if (actorUserId === null && details['as'] === 'job') return 'A job'
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
