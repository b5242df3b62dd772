import type { AuditAction } from '@sluice/contract/audit-events'
import { z } from 'zod'

export const periods = {
  all: 'Any time',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  month: 'Last 30 days',
} as const
export type Period = keyof typeof periods

const hours: Readonly<Record<Exclude<Period, 'all'>, number>> = { day: 24, week: 168, month: 720 }

/** The filter of an audit log as its address has it. The page checks the kind of event, so that the route tree need not load the list of events. */
export const auditSearch = z.object({
  event: z.string().optional().catch(undefined),
  person: z.uuid().optional().catch(undefined),
  period: z.enum(['day', 'week', 'month']).optional().catch(undefined),
})
type AddressedSearch = z.infer<typeof auditSearch>

export interface AuditSearch extends Omit<AddressedSearch, 'event'> {
  event?: AuditAction | undefined
}

/** Removes a kind of event that this log does not have from the filter. */
export function searchAmong(
  actions: readonly AuditAction[],
  { event: name, ...others }: AddressedSearch,
): AuditSearch {
  const event = actions.find((action) => action === name)
  return event === undefined ? others : { ...others, event }
}

/** The filter as the server takes it. The moment is a whole minute, so that pages drawn soon after one another agree. */
export function auditQueryOf({ event, person, period }: AuditSearch, now: number) {
  const since = period === undefined ? null : now - hours[period] * 3_600_000
  return {
    ...(event === undefined ? {} : { action: event }),
    ...(person === undefined ? {} : { actorUserId: person }),
    ...(since === null ? {} : { sinceUtc: new Date(since - (since % 60_000)).toISOString() }),
  }
}
