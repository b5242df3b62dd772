import type { AuditEvent } from '@sluice/contract/audit-log'

/** A name of a property as words: `sendToEmailAddress` gives "send to email address". */
const wordsOf = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

const isIdentifier = (name: string): boolean => /Ids?$/.test(name)

/** What an event says beside its kind and its subject, in one line. Identifiers stand in the export only. */
export function eventDetails({ details, subjectName }: Pick<AuditEvent, 'details' | 'subjectName'>): string {
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
export function actorText({ actorUserId, actorName }: Pick<AuditEvent, 'actorUserId' | 'actorName'>): string {
  if (actorName !== null) return actorName
  return actorUserId === null ? 'Nobody signed in' : 'Deleted user'
}

/** What it was done to. */
export function subjectText({
  subjectType,
  subjectName,
}: Pick<AuditEvent, 'subjectType' | 'subjectName'>): string {
  if (subjectType === null) return ''
  const type = subjectType.replaceAll(
    /([a-z])([A-Z])/g,
    (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
  )
  return subjectName === null ? type : `${type} ${subjectName}`
}
