import { describe, expect, test } from 'vitest'
import type { Job } from './job.ts'
import {
  canCancel,
  displayStatus,
  displayStatusText,
  isActive,
  isUnfinished,
  isWaitingForInput,
  latestJob,
} from './job-rules.ts'
import { jobTitle } from './job-title.ts'

const job = (given: Partial<Job> = {}): Job => ({
  id: 'j',
  workspaceId: 'w',
  stackId: 's',
  createdUtc: '2026-01-01T00:00:00.000Z',
  createdByUserId: null,
  createdByScheduleId: null,
  createdByScheduleOccurrenceUtc: null,
  status: 'Running',
  startedUtc: null,
  workerType: 'Managed',
  workerInstanceIdentifier: null,
  workerInstanceLocation: null,
  cancellationIsRequested: false,
  cancellationRequestedUtc: null,
  cancellationRequestedByUserId: null,
  endedUtc: null,
  billableActiveWorkerMinutes: null,
  billablePassiveWorkerMinutes: null,
  lockWait: null,
  summary: null,
  outsideEffects: null,
  outcome: null,
  commandName: 'FlowIn',
  commandInput: {},
  error: null,
  dependencies: [],
  affectedEnvironments: [],
  artifacts: [],
  hasPendingInquiries: false,
  isCheckOnly: given.commandInput?.['checkOnly'] === true,
  isLocked: false,
  mainEnvironmentId: 'e',
  ...given,
})
const statuses = ['Pending', 'Queued', 'Running', 'Cancelling', 'Ended'] as const

describe('rules of a job', () => {
  test('[J-207] active jobs are pending, queued or running', () => {
    expect(statuses.filter((status) => isActive(job({ status })))).toEqual(['Pending', 'Queued', 'Running'])
  })
  test('[S-167] unfinished is everything that has not ended', () => {
    expect(statuses.filter((status) => !isUnfinished(job({ status })))).toEqual(['Ended'])
  })
  test('cancellation is asked for once, while the job is active', () => {
    expect(statuses.filter((status) => canCancel(job({ status })))).toEqual(['Pending', 'Queued', 'Running'])
    expect(canCancel(job({ cancellationIsRequested: true }))).toBe(false)
  })
  test('waiting for input needs an active job', () => {
    expect(isWaitingForInput(job({ hasPendingInquiries: true }))).toBe(true)
    expect(isWaitingForInput(job({ hasPendingInquiries: true, status: 'Ended' }))).toBe(false)
  })
})

describe('how a job is shown', () => {
  test.each([
    [{ status: 'Pending' }, 'Pending...', 'Pending'],
    [{ status: 'Queued' }, 'Queued...', 'Pending'],
    [{ status: 'Cancelling' }, 'Cancelling...', 'Cancelling'],
    [{ status: 'Running' }, 'Running', 'Running'],
    [{ status: 'Running', hasPendingInquiries: true }, 'Waiting', 'Waiting'],
    [{ status: 'Ended', outcome: 'TimedOut' }, 'Timed out', 'TimedOut'],
    [{ status: 'Ended', outcome: 'Failed' }, 'Failed', 'Failed'],
    [{ status: 'Ended', outcome: null }, 'Unknown', 'Unknown'],
  ] as const)('[J-242] %j as "%s"', (given, text, status) => {
    expect(displayStatusText(job(given))).toBe(text)
    expect(displayStatus(job(given))).toBe(status)
  })

  test('an environment shows a waiting job first, then a running, a queued and an ended one', () => {
    const ended = job({
      id: 'ended',
      status: 'Ended',
      outcome: 'Failed',
      createdUtc: '2026-03-01T00:00:00.000Z',
    })
    const waiting = job({ id: 'waiting', hasPendingInquiries: true })
    expect(latestJob([ended, job({ id: 'queued', status: 'Queued' }), job(), waiting])?.id).toBe('waiting')
    const newer = '2026-03-02T00:00:00.000Z'
    expect(
      latestJob([job({ id: 'running' }), job({ id: 'queued', status: 'Queued', createdUtc: newer })])?.id,
    ).toBe('running')
    expect(latestJob([ended, job({ status: 'Queued', id: 'queued' })])?.id).toBe('queued')
  })
  test('[S-171] an environment shows no pending, cancelled or finished check-only job', () => {
    const hidden = [
      job({ status: 'Pending' }),
      job({ status: 'Cancelling' }),
      job({ status: 'Ended', outcome: 'Cancelled' }),
      job({ status: 'Ended', outcome: 'Succeeded', commandInput: { checkOnly: true } }),
    ]
    expect(latestJob(hidden)).toBeNull()
  })
})

describe('titles', () => {
  const names: Record<string, string> = { e: 'QA', f: 'UAT' }
  const titleOf = (given: Partial<Job>) => jobTitle(job(given), (id) => names[id])
  const merge = [
    { environmentId: 'e', role: 'Source' as const },
    { environmentId: 'f', role: 'Target' as const },
  ]

  test.each([
    [{ commandName: 'FlowIn' }, 'Flow in QA'],
    [{ commandName: 'FlowOut', commandInput: { checkOnly: true } }, 'Flow out QA (check-only)'],
    [{ commandName: 'FlowMerge', affectedEnvironments: merge }, 'Flow merge QA into UAT'],
    [{ commandName: 'RunApexTests' }, 'Run Apex tests in QA'],
    [
      { commandName: 'CreateEnvironment', mainEnvironmentId: null, commandInput: { environmentName: 'New' } },
      'Create environment New',
    ],
    [{ commandName: 'InitializeStack' }, 'Initialize stack'],
    [{ commandName: 'Onboarding' }, 'Set up playground'],
  ] satisfies [Partial<Job>, string][])('[J-043] %j is "%s"', (given, title) => {
    expect(titleOf(given)).toBe(title)
  })
})
