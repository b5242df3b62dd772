import { expect, test } from 'vitest'
import { progressAt } from './onboarding-progress-bar.tsx'

test('the percent is the step times ten, and the last text stays', () => {
  expect([progressAt(0), progressAt(4), progressAt(10), progressAt(99)]).toEqual([
    { text: 'Creating Git repository', percent: 0 },
    { text: 'Initializing jobs', percent: 40 },
    { text: 'Still waiting for Salesforce', percent: 100 },
    { text: 'Still waiting for Salesforce', percent: 100 },
  ])
})
