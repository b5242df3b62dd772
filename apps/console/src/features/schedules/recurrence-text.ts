import cronstrue from 'cronstrue'

/** A recurrence that the server accepts, in words: "At 02:00, every day (UTC)". */
export function recurrenceText(recurrence: string): string {
  try {
    return `${cronstrue.toString(recurrence.toLowerCase(), { use24HourTimeFormat: true, verbose: true })} (UTC)`
  } catch {
    return `${recurrence} (UTC)`
  }
}
