/** How long each text of the progress stands. */
export const progressStepMs = 900

export const progressTexts = [
  'Creating Git repository',
  'Creating stack',
  'Creating schedules',
  'Initializing stack',
  'Initializing jobs',
  'Waiting for Salesforce',
  'Applying final touches',
  'Finishing up',
  'Verifying',
  'Waiting for Salesforce',
  'Still waiting for Salesforce',
] as const

/** The text and percent after so many steps; the last one stays. */
export function progressAt(steps: number): { text: string; percent: number } {
  const index = Math.min(steps, progressTexts.length - 1)
  return { text: progressTexts[index] ?? '', percent: index * 10 }
}
