import { type AuditAction, auditEvents } from '@sluice/contract/audit-events'
import { Select } from '../../platform/ui/select.tsx'
import { type AuditSearch, type Period, periods } from './audit-search.ts'

const all = 'all'

interface AuditFilterProps {
  search: AuditSearch
  onChange: (search: AuditSearch) => void
  /** The kinds of events that the log can hold. */
  actions: readonly AuditAction[]
  /** Names of people by their ids; empty where nobody can be chosen. */
  people: Readonly<Record<string, string>>
}

export function AuditFilter({ search, onChange, actions, people }: AuditFilterProps) {
  const eventItems: Record<string, string> = {
    [all]: 'All events',
    ...Object.fromEntries(actions.map((action) => [action, auditEvents[action].label])),
  }
  const { person } = search
  const peopleItems: Record<string, string> = {
    [all]: 'All people',
    ...people,
    // Somebody who never was a member can be named by an address.
    ...(person !== undefined && !(person in people) ? { [person]: 'Somebody else' } : {}),
  }
  const change = (name: 'event' | 'person') => (value: string) => {
    const { [name]: _former, ...others } = search
    onChange(value === all ? others : { ...others, [name]: value })
  }
  const changePeriod = (period: Period) => {
    const { period: _former, ...others } = search
    onChange(period === 'all' ? others : { ...others, period })
  }
  return (
    <>
      <Select<string>
        aria-label="Event"
        className="w-56 max-sm:w-full"
        items={eventItems}
        value={search.event ?? all}
        onValueChange={change('event')}
      />
      {Object.keys(people).length > 0 ? (
        <Select<string>
          aria-label="Person"
          className="w-44 max-sm:w-full"
          items={peopleItems}
          value={person ?? all}
          onValueChange={change('person')}
        />
      ) : null}
      <Select<Period>
        aria-label="Period"
        className="w-36 max-sm:w-full"
        items={periods}
        value={search.period ?? 'all'}
        onValueChange={changePeriod}
      />
    </>
  )
}
