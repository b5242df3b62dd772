import type { JobWithNotices } from '@sluice/contract/job'
import { limits } from '@sluice/contract/limits'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Answers } from '../../testing/answers.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/jobs'
const visit = (jobs: JobWithNotices[], answers: Answers['jobs']) =>
  renderAt(address, { pushed: { jobs }, answers: { jobs: answers } })
const ended = { status: 'Ended', outcome: 'Succeeded', endedUtc: '2026-01-31T13:00:00.000Z' } as const
const button = (name: string) => page.getByRole('button', { name, exact: true })
const old = (number: number) =>
  sampleJob({ id: id(number), commandName: 'FlowOut', createdUtc: '2025-12-01T12:00:00.000Z', ...ended })

test('[J-034] jobs that are too old to be pushed are listed in pages, and found by what they did', async () => {
  const pushed = Array.from({ length: limits.pushedJobs }, (_, at) =>
    sampleJob({
      id: id(1000 + at),
      createdUtc: `2026-02-01T12:00:00.${String(at).padStart(3, '0')}Z`,
      ...ended,
    }),
  )
  const { server } = await visit(pushed, {
    list: ({ query }) => {
      if (query.text !== undefined) return { jobs: [old(902)], total: 1, nextBefore: null }
      if (query.before !== undefined) return { jobs: [old(901)], total: 302, nextBefore: null }
      return { jobs: [old(903)], total: 302, nextBefore: id(903) }
    },
  })
  await expect.element(page.getByText('Showing 201 of 302 total')).toBeVisible()
  await button('Show older jobs').click()
  await expect.element(page.getByText('Showing 202 of 302 total')).toBeVisible()
  await expect.element(button('Show older jobs')).not.toBeInTheDocument()
  await page.getByRole('searchbox', { name: 'Filter jobs' }).fill('GoodwillPolicy')
  await expect.element(page.getByText('Showing 1 of 1 total')).toBeVisible()
  const asked = server.requests('jobs', 'list').map(({ query }) => query)
  expect(asked.slice(-2)).toEqual([{ before: id(903) }, { text: 'GoodwillPolicy' }])
})
