import type { ProgressScope } from '@sluice/contract/progress'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { id, sampleJob } from '../../testing/samples.ts'

const subscription = {
  serviceBusFullyQualifiedNamespace: 'localhost',
  topicSasToken: 'token of the job',
  topicName: 'job',
  name: 'me',
}
const main = page.getByRole('main')
const scope = (changes: Partial<ProgressScope>): ProgressScope => ({
  id: 'a',
  name: 'Retrieve',
  status: 'Executing',
  state: null,
  itemsCompleted: null,
  itemsTotal: null,
  unit: null,
  itemsFailed: null,
  startedUtc: null,
  endedUtc: null,
  childScopes: [],
  ...changes,
})
const at = (second: number) => `2026-01-31T13:00:0${second}.000Z`

async function visit() {
  const { server } = await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [sampleJob()] },
    answers: { jobs: { subscribeToProgress: subscription } },
  })
  await expect.element(main.getByText('Waiting for progress data')).toBeVisible()
  return server
}
const names = () =>
  [...document.querySelectorAll('main section ol li span.truncate:not(.tabular-nums)')].map(
    (name) => name.textContent,
  )

test('[J-075][J-302] after subscribing, messages with the subject JobProgress show their scopes, of which only newer ones replace older ones', async () => {
  const server = await visit()
  await expect
    .poll(() => server.progress.lines.at(-1)?.received)
    .toEqual([{ type: 'subscribe', topicSasToken: 'token of the job' }])
  const message = (second: number, ...scopes: string[]) => ({
    timestampUtc: at(second),
    rootProgressScopes: scopes.map((name) => scope({ id: name, name })),
  })
  server.pushProgress(message(2, 'Second', 'Beside'))
  await expect.poll(names).toEqual(['Second', 'Beside'])
  // Neither an older message, nor another subject, nor a body without its moment or its scopes.
  server.pushProgress(message(1, 'First'))
  server.progress.send({ subject: 'JobProgress', body: { timestampUtc: at(5) } })
  server.progress.send({ subject: 'JobProgress', body: { rootProgressScopes: [] } })
  server.progress.send({ subject: 'Other', body: message(6, 'Other') })
  server.pushProgress({ ...message(2, 'Again') })
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(names()).toEqual(['Second', 'Beside'])
  server.pushProgress(message(3, 'Third'))
  await expect.poll(names).toEqual(['Third'])
})

const row = (unit: string) => main.getByRole('listitem').filter({ hasText: `Step of ${unit}` })

test('[J-077] what is counted in batches, components, bytes, branches, commits or files has a rate per second', async () => {
  const server = await visit()
  const startedUtc = new Date(Date.now() - 100_000).toISOString()
  const units = ['batches', 'components', 'bytes', 'branches', 'commits', 'files']
  server.pushProgress({
    timestampUtc: at(1),
    rootProgressScopes: [...units, 'steps'].map((unit) =>
      scope({ id: unit, name: `Step of ${unit}`, itemsCompleted: 1_000_000, unit, startedUtc }),
    ),
  })
  for (const unit of units) {
    const rate = unit === 'bytes' ? String.raw`9\.\d KiB/s` : String.raw`9,\d{3} ${unit}/s|10,000 ${unit}/s`
    await expect.element(row(unit)).toHaveTextContent(new RegExp(rate))
  }
  expect(row('steps').element().textContent).not.toContain('/s')
})
