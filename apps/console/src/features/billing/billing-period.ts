const dayMs = 86_400_000

interface PeriodProgress {
  readonly daysPassed: number
  readonly days: number
  /** Floor of the part of the days that have passed. */
  readonly percent: number
}

/** How many days of the period have passed, of how many. */
export function progressOf(period: { starts: number; ends: number }, now: number): PeriodProgress {
  const days = Math.round((period.ends - period.starts) / dayMs)
  const daysPassed = Math.min(days, Math.max(0, Math.floor((now - period.starts) / dayMs)))
  return { daysPassed, days, percent: days === 0 ? 100 : Math.floor((daysPassed / days) * 100) }
}
