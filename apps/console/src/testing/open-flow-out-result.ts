import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openEndedJob } from './open-ended-job.ts'
import { sampleFlowOutResult } from './samples.ts'

/** Opens the page of an ended flow out with the sample result and these changes to it. */
export async function openFlowOutResult(changes: Partial<FlowOutResult>): Promise<void> {
  const result: FlowOutResult = { ...sampleFlowOutResult, ...changes }
  const outcome = result.isSuccessful ? 'Succeeded' : 'Failed'
  await openEndedJob({ commandName: 'FlowOut', outcome }, result)
  await expect.element(page.getByText('Outcome', { exact: true })).toBeVisible()
}
