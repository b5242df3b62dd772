/** The scale that every status of the product is shown on. */
export const statusScale = [
  'Unknown',
  'Pending',
  'Running',
  'Waiting',
  'Finished',
  'Succeeded',
  'Warning',
  'Failing',
  'Failed',
  'Cancelling',
  'Cancelled',
  'Skipped',
  'TimedOut',
] as const
/** A place on the scale. */
export type DisplayStatus = (typeof statusScale)[number]
