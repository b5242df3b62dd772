import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { framesUntil } from '../../testing/frames-until.ts'
import { id, sampleBranch, sampleEnvironment, sampleSalesforceInfo } from '../../testing/samples.ts'
import { stopTime } from '../../testing/stop-time.ts'
import {
  environmentsAddress,
  sampleSandboxEnvironment,
  visitEnvironments,
} from '../../testing/visit-environments.ts'

const table = page.getByRole('table')
const infoOf = (ageSeconds: number) => ({
  ...sampleSalesforceInfo,
  lastFetchedUtc: new Date(Date.now() - ageSeconds * 1000).toISOString(),
})
const everything = [sampleEnvironment(), sampleSandboxEnvironment()]

/** Waits until the list shows what was fetched first, and says how often it was asked for: effects run twice in a test. */
async function settled<T>(count: () => T, shown: string | RegExp): Promise<T> {
  await framesUntil(() => table.getByText(shown).elements().length > 0)
  return count()
}

test('[S-184] the branches of the repository are asked for every 60 seconds', async () => {
  stopTime('clock')
  const { server } = await visitEnvironments(everything)
  const count = () => server.requests('stacks', 'listBranches').length
  const first = await settled(count, sampleBranch().directTargetIdentifier.slice(0, 10))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(count()).toBe(first)
  await vi.advanceTimersByTimeAsync(1_000)
  await framesUntil(() => count() === first + 1)
  await vi.advanceTimersByTimeAsync(60_000)
  await framesUntil(() => count() === first + 2)
})

test('[S-185] the sandboxes of an initialized stack are asked for every 60 seconds', async () => {
  stopTime('clock')
  const { server } = await visitEnvironments(everything)
  const count = () => server.requests('stacks', 'listSandboxes').length
  const first = await settled(count, /Sandbox info not available/)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(count()).toBe(first)
  await vi.advanceTimersByTimeAsync(1_000)
  await framesUntil(() => count() === first + 1)
})

test('[S-185] those of another stack are not asked for', async () => {
  stopTime('clock')
  const { server } = await visitEnvironments(everything, { stack: { isInitialized: false } })
  const count = () => server.requests('stacks', 'listBranches').length
  const first = await settled(count, sampleBranch().directTargetIdentifier.slice(0, 10))
  await vi.advanceTimersByTimeAsync(60_000)
  await framesUntil(() => count() === first + 1)
  expect(server.requests('stacks', 'listSandboxes')).toEqual([])
})

test('[S-186][S-187] every 60 seconds the org info that is missing or older than 600 seconds is asked for', async () => {
  stopTime('clock')
  const [fresh, missing, old, uninitialized] = [id(30), id(31), id(32), id(33)] as const
  const environments = [
    sampleEnvironment(),
    sampleSandboxEnvironment(),
    sampleSandboxEnvironment({ id: old, slug: 'old', name: 'Old' }),
    sampleSandboxEnvironment({ id: uninitialized, slug: 'new', name: 'New', isInitialized: false }),
  ]
  const { server } = await visitEnvironments(environments, {
    answers: {
      environments: {
        getSalesforceInfo: ({ params: { environmentId } }) => {
          if (environmentId === missing) throw refusal('sfdcInternalError')
          return infoOf(environmentId === old ? 601 : 0)
        },
      },
    },
  })
  const counts = () => {
    const asked = server
      .requests('environments', 'getSalesforceInfo')
      .map(({ params }) => params.environmentId)
    return [fresh, missing, old, uninitialized].map((each) => asked.filter((one) => one === each).length)
  }
  // Effects run twice in a test. The text "not available" would not do: the environment that is not initialized has it at once.
  await framesUntil(() => String(counts()) === '2,2,2,0')
  await framesUntil(() => table.getByText(/Enterprise Edition/).elements().length > 0)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(counts()).toEqual([2, 2, 2, 0])
  for (let minute = 1; minute <= 9; minute++) {
    await vi.advanceTimersByTimeAsync(minute === 1 ? 1_000 : 60_000)
    await framesUntil(() => String(counts()) === String([2, 2 + minute, 2 + minute, 0]))
  }
  await vi.advanceTimersByTimeAsync(60_000)
  await framesUntil(() => String(counts()) === '3,12,12,0')
})

test('[S-183] nothing is polled before the data of the workspace is ready, and what was polled is forgotten after it', async () => {
  const { server, router } = await visitEnvironments(everything, {
    answers: { environments: { getSalesforceInfo: () => infoOf(0) } },
  })
  const counts = () => [
    server.requests('stacks', 'listBranches').length,
    server.requests('stacks', 'listSandboxes').length,
    server.requests('environments', 'getSalesforceInfo').length,
  ]
  const before = await settled(counts, /Enterprise Edition/)
  await router.navigate({ to: '/profile' })
  await expect.element(page.getByRole('heading', { name: 'Alice Moreau' })).toBeVisible()
  server.hub.mode = 'silent'
  await router.navigate({ href: environmentsAddress })
  await expect.element(page.getByText('Loading the workspace')).toBeInTheDocument()
  expect(counts()).toEqual(before)
  server.hub.mode = 'answering'
  await router.navigate({ to: '/profile' })
  await router.navigate({ href: environmentsAddress })
  const after = await settled(counts, /Enterprise Edition/)
  expect(after.map((count, index) => count > (before[index] ?? 0))).toEqual([true, true, true])
})
