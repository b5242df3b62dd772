import { SalesforceError } from '@sluice/salesforce/errors'
import { askedPauseMs } from '../session/transient-retry.ts'
import { isUnreadable } from '../session/unreadable-answers.ts'

/** Pauses between polls: short at first, because small operations end within a second, then up to five seconds. */
export function pollDelayMs(polls: number): number {
  return Math.min(5_000, Math.round(150 * 1.4 ** Math.min(polls, 20)))
}

const longestBusyMs = 60_000
const firstUnreadableMs = 2_000
/** A gateway shows its page for longer than a moment. */
const nextUnreadableMs = 20_000

/** How long to wait before the next poll: as Salesforce asks, and ever longer while it has too many calls at a time. */
export function pauseAfter(error: Error, before: number): number {
  const isBusy = error instanceof SalesforceError && error.code === 'requestLimitExceeded'
  if (isUnreadable(error)) return before === 0 ? firstUnreadableMs : nextUnreadableMs
  const growing = isBusy ? Math.min(Math.max(before * 2, 1_000), longestBusyMs) : 0
  return Math.max(askedPauseMs(error), growing)
}
