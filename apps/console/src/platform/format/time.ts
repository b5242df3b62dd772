const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "3 minutes ago", "in 2 hours"; within a minute "just now". */
export function formatRelative(moment: string, now: number): string {
  const seconds = (Date.parse(moment) - now) / 1000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return 'just now'
}

export const formatLocal = (moment: string): string => local.format(Date.parse(moment))
export const formatUtc = (moment: string): string => `${utc.format(Date.parse(moment))} UTC`
/** "29 November 2026". */
export const formatDay = (moment: number): string => day.format(moment)
/** The same, by the calendar of UTC. */
export const formatUtcDay = (moment: number): string => utcDay.format(moment)
export const formatTimeOfDay = (moment: string): string => clock.format(Date.parse(moment))
