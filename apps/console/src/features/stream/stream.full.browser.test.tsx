import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/expect-accessible.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob, sampleStack } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/stream'
const entries = () =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: '2026-01-31T12:05:00.000Z' } as const

test('the activity of a stack tells what happened to its jobs, the newest first, and goes on live', async () => {
  const other = sampleJob({ id: id(72), stackId: id(3) })
  const { server } = await renderAt(address, { pushed: { jobs: [sampleJob(), other] } })
  await expect.element(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect
    .poll(entries)
    .toEqual([expect.stringMatching(/^Flow in ProductionPRODCreated by Alice Moreau/)])
  const summary = { changed: 3, names: ['Alpha', 'Beta'], leftOut: 2, hasFailedTests: false }
  server.push({ type: 'pushJobs', jobs: [sampleJob({ ...ended, summary })] })
  await expect
    .poll(() => entries()[0])
    .toMatch(/^Flow in ProductionPRODSucceeded, 2 components left out · Alpha, Beta \(3 files\)/)
  expect(entries()).toHaveLength(2)
  await expectAccessible()
})

test('an entry leads to its job', async () => {
  await renderAt(address, { pushed: { jobs: [sampleJob()] } })
  await expect
    .element(page.getByRole('link', { name: 'Flow in Production' }))
    .toHaveAttribute('href', `/workspaces/acme/stacks/core-crm/jobs/${id(70)}`)
})

test('a stack without jobs says that nothing has happened', async () => {
  await renderAt(address, { pushed: { stacks: [sampleStack()], jobs: [] } })
  await expect.element(page.getByText('Nothing has happened in this stack yet')).toBeVisible()
})
