import { limits } from '@sluice/contract/limits'
import { Cron, CronPattern } from 'croner'
import { AppError } from '../platform/app-error.ts'

/** A recurrence that was checked, in UTC. */
export interface Recurrence {
  /** The first occurrence after a moment; null when there is none. */
  next(after: Date): Date | null
  upcoming(after: Date): Date[]
}

const macros = new Set(['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually'])

/** Five fields. The library reads more than CRON: single dates, seconds, years and a sign that joins both days. */
const fiveFields = /^[\dA-Za-z*?,/#-]+(?:[ \t]+[\dA-Za-z*?,/#-]+){4}$/

/** Reads a CRON expression or macro; throws `cronExpressionInvalid` with the reason. */
export function readRecurrence(text: string, now: Date): Recurrence {
  const expression = text.trim()
  const isShort = expression.length <= limits.recurrence
  if (!isShort || !(macros.has(expression.toLowerCase()) || fiveFields.test(expression))) throw invalid(text)
  const cron = cronOf(expression)
  const first = cron?.nextRun(now)
  if (!cron || !first || first > yearsAfter(now, limits.yearsUntilOccurrence)) throw invalid(text)
  if (occursTooOften(expression)) throw tooOften(text)
  return {
    next: (after) => cron.nextRun(after),
    upcoming: (after) => cron.nextRuns(limits.upcomingOccurrences, after),
  }
}

/** The first occurrence of a stored recurrence after the later of two moments; null when there is none. */
export function nextOccurrence(recurrence: string, now: Date, last: Date | null): Date | null {
  const after = last !== null && last > now ? last : now
  return cronOf(recurrence.trim())?.nextRun(after) ?? null
}

function cronOf(expression: string): Cron | null {
  try {
    return new Cron(expression, { timezone: 'UTC', mode: '5-part', paused: true })
  } catch {
    return null
  }
}

const yearsAfter = (moment: Date, years: number): Date => {
  const end = new Date(moment)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return end
}

/** Midnight follows 23 o'clock here even where the expression leaves days out in between. */
function occursTooOften(expression: string): boolean {
  const { minute, hour } = new CronPattern(expression, 'UTC', { mode: '5-part' })
  const minutes = chosen(minute)
  const hours = chosen(hour)
  const gaps = minutes.slice(1).map((next, index) => next - (minutes[index] ?? 0))
  const isFollowed = hours.some((one) => hours.includes((one + 1) % 24))
  const overTheHour = 60 - (minutes.at(-1) ?? 0) + (minutes[0] ?? 0)
  return [...gaps, ...(isFollowed ? [overTheHour] : [])].some((gap) => gap < limits.minutesBetweenOccurrences)
}

const chosen = (flags: readonly number[]): number[] => flags.flatMap((flag, index) => (flag ? [index] : []))

const invalid = (text: string): AppError => refusal(`'${shown(text)}' is not a valid CRON expression`)

const tooOften = (text: string): AppError =>
  refusal(`'${shown(text)}' occurs more often than every ${limits.minutesBetweenOccurrences} minutes`)

const shown = (text: string): string => text.slice(0, limits.recurrence)

function refusal(description: string): AppError {
  const error = { code: 'ValueInvalid', property: 'recurrence', description }
  return new AppError('cronExpressionInvalid', { detail: description, validationErrors: [error] })
}
