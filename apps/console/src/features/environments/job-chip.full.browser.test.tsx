import type { JobWithNotices } from '@sluice/contract/job'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleJob, sampleStack } from '../../testing/samples.ts'

const endedUtc = '2026-01-30T13:00:00.000Z'
const failed = { status: 'Ended', outcome: 'Failed', endedUtc } as const
const chips = page.getByRole('table').getByRole('link', { name: /Flow (in|out)/ })

/** Opens the list with a failed flow in and a job after it. */
async function visit(job: Partial<JobWithNotices>, { isLocked = false } = {}) {
  const before = sampleJob({ ...failed, id: id(70), createdUtc: '2026-01-29T12:00:00.000Z' })
  await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: {
      stacks: [sampleStack({ environments: [sampleEnvironment({ isLocked })] })],
      jobs: [before, sampleJob({ ...failed, id: id(71), commandName: 'FlowOut', ...job })],
    },
    answers: environmentAnswers,
  })
  await expect.element(chips).toBeVisible()
}

const otherEnvironment = [{ environmentId: id(31), role: 'None' as const }]

test.for<[string, Partial<JobWithNotices>, string]>([
  ['commandName', {}, 'Flow out (failed)'],
  ['status', { status: 'Running', outcome: null, endedUtc: null }, 'Flow out running'],
  ['outcome', { outcome: 'Succeeded' }, 'Flow out succeeded'],
  ['hasPendingInquiries', { status: 'Running', hasPendingInquiries: true }, 'Flow out waiting'],
  ['commandInput, of which isCheckOnly', { commandInput: { checkOnly: true } }, 'Flow in (failed)'],
  ['createdUtc', { createdUtc: '2026-01-28T12:00:00.000Z' }, 'Flow in (failed)'],
  ['affectedEnvironments', { affectedEnvironments: otherEnvironment }, 'Flow in (failed)'],
])('[S-161] the chip of an environment follows the field %s of its jobs', async ([, job, text]) => {
  await visit(job)
  expect(chips.element().textContent).toBe(text)
})

test('[S-161] the chip leads to its job by id, says when it ended, and that the environment is locked', async () => {
  await visit({}, { isLocked: true })
  await expect.element(chips).toHaveAttribute('href', expect.stringContaining(`/jobs/${id(71)}`))
  expect([...document.querySelectorAll('tbody time')].map((each) => each.getAttribute('datetime'))).toContain(
    endedUtc,
  )
  await expect.element(page.getByRole('table').getByText('Locked')).toBeVisible()
})

test.for<[string, Partial<JobWithNotices>, string]>([
  ['commandName, status and outcome', {}, 'The initialization of this stack failed'],
  ['stackId', { stackId: id(9) }, 'This stack is not initialized yet'],
  ['commandName', { commandName: 'FlowIn' }, 'This stack is not initialized yet'],
  ['status', { status: 'Running', outcome: null }, 'This stack is being initialized...'],
  ['outcome', { outcome: 'Cancelled' }, 'This stack is not initialized yet'],
])('[S-161] the banner of a stack follows the field %s of its jobs', async ([, job, text]) => {
  await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: {
      stacks: [sampleStack({ isInitialized: false })],
      jobs: [sampleJob({ commandName: 'InitializeStack', ...failed, ...job })],
    },
    answers: environmentAnswers,
  })
  await expect.element(page.getByText(text)).toBeVisible()
})
