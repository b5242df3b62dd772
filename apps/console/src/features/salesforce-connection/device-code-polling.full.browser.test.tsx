import type { AuthorizationResult, DeviceCodeInitiation } from '@sluice/contract/salesforce-sign-in'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { framesUntil } from '../../testing/frames-until.ts'
import { recordTimers } from '../../testing/record-timers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { approval } from '../../testing/sample-sign-in.ts'
import { environmentAnswers, sampleStack } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'

const pending: AuthorizationResult = { status: 'Pending', tokenResponse: null, orgType: null, username: null }
const connected = 'Successfully connected to your Salesforce org'
const timedOut = 'The Salesforce authorization flow timed out.'
const isShown = (text: string) => document.body.textContent.includes(text)

interface Wait {
  /** How long the code is already valid when the page gets it. */
  onTheWayMs?: number
  poll: () => AuthorizationResult
}

/** The settings of a stack with a code that is valid for 300 seconds. The clock of the page stands still from then on. */
async function waitForApproval({ onTheWayMs = 0, poll }: Wait) {
  const waiting: ((initiation: DeviceCodeInitiation) => void)[] = []
  const stack = sampleStack({ sfdcBaseUsernameClearText: approval.username })
  const { server } = await renderAt('/workspaces/acme/stacks/core-crm/settings', {
    pushed: { stacks: [stack] },
    answers: {
      ...environmentAnswers,
      stacks: {
        ...environmentAnswers.stacks,
        startDeviceCodeSignInOfStack: () => new Promise((resolve) => waiting.push(resolve)),
        pollDeviceCodeSignIn: poll,
      },
    },
  })
  await page.getByRole('button', { name: 'Edit Salesforce connection' }).click()
  await expect.poll(() => server.requests('stacks', 'startDeviceCodeSignInOfStack').length).toBe(1)
  stopTime('clock', 'waits')
  const timers = recordTimers()
  /** Counts the delays before a poll; all other timers of the page are shorter or longer. */
  const waits = () => timers.filter((wait) => wait >= 10_000 && wait <= 60_000).length
  const initiatedUtc = new Date().toISOString()
  vi.advanceTimersByTime(onTheWayMs)
  const initiation = {
    initiatedUtc,
    userCodeValidForSeconds: 300,
    deviceCode: 'handle-1',
    recommendedPollingIntervalSeconds: 20,
    verificationUrl: 'https://login.salesforce.com/setup/connect',
    userCode: 'WXYZ9876',
  }
  for (const give of waiting) give(initiation)
  await framesUntil(() => isShown('WXYZ9876') && waits() === 1)
  return {
    polled: () => server.requests('stacks', 'pollDeviceCodeSignIn').map(({ params }) => params.deviceCode),
    /** Advances the time to the next poll, and waits until the page has scheduled the one after it. */
    passToPoll: async (milliseconds: number) => {
      const before = waits()
      vi.advanceTimersByTime(milliseconds)
      await framesUntil(() => waits() > before)
    },
  }
}

test('[W-214][W-240][W-387] the page shows and uses every field of the code: it polls in the given rhythm until the code is no longer valid', async () => {
  const { polled, passToPoll } = await waitForApproval({ onTheWayMs: 50_000, poll: () => pending })
  const link = page.getByRole('link', { name: 'Connect', exact: true })
  expect(link.element().getAttribute('href')).toBe(
    'https://login.salesforce.com/setup/connect?user_code=WXYZ9876',
  )
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(19_999)
    expect(polled()).toHaveLength(times - 1)
    await passToPoll(1)
    expect(polled()).toHaveLength(times)
  }
  for (let left = 190_000; left > 10_000; left -= 20_000) await passToPoll(20_000)
  vi.advanceTimersByTime(9_999)
  expect([isShown(timedOut), isShown('WXYZ9876')]).toEqual([false, true])
  vi.advanceTimersByTime(1)
  await framesUntil(() => isShown(timedOut))
  expect(new Set(polled())).toEqual(new Set(['handle-1']))
})

test('[W-239][W-385] refused polls become slower by half up to a minute, and the poll that finds the approval is the last one', async () => {
  let count = 0
  const { polled, passToPoll } = await waitForApproval({
    poll: () => {
      count += 1
      if (count <= 4) throw refusal('tooManyRequests')
      return count < 6 ? pending : approval
    },
  })
  for (const [index, seconds] of [20, 30, 45, 60, 60].entries()) {
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(polled()).toHaveLength(index)
    await passToPoll(1)
    expect(polled()).toHaveLength(index + 1)
  }
  expect(isShown(connected)).toBe(false)
  vi.advanceTimersByTime(60_000)
  await framesUntil(() => isShown(connected))
  vi.advanceTimersByTime(60_000)
  expect(polled()).toHaveLength(6)
})

test.for(['internalServerError', 'sfdcInternalError', 'validationFailed', 'userNotAuthorized'] as const)(
  '[W-386] a poll that is refused with %s ends the sign-in',
  async (type) => {
    const { polled } = await waitForApproval({
      poll: () => {
        throw refusal(type)
      },
    })
    vi.advanceTimersByTime(20_000)
    await framesUntil(() => isShown('The Salesforce authorization failed. Try again.'))
    vi.advanceTimersByTime(60_000)
    expect(polled()).toHaveLength(1)
  },
)
