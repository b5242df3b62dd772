import type { JobProgress } from '@sluice/contract/progress'
import { afterEach, expect, test, vi } from 'vitest'
import type { LineEvents } from '../../platform/push/connection.ts'
import { followProgress, newerProgress, type ProgressState } from './progress-feed.ts'

const at = (second: number): JobProgress => ({
  timestampUtc: `2026-01-31T12:00:0${second}.000Z`,
  rootProgressScopes: [],
})
const subscription = {
  serviceBusFullyQualifiedNamespace: 'localhost',
  topicSasToken: 'token',
  topicName: 'job',
  name: 'me',
}

afterEach(() => void vi.useRealTimers())

async function arrange(subscribe = () => Promise.resolve(subscription)) {
  const states: ProgressState[] = []
  const sent: string[] = []
  const opened: LineEvents[] = []
  followProgress({
    subscribe,
    open: (events) => {
      opened.push(events)
      return { send: (text) => sent.push(text), close: () => undefined }
    },
    onState: (state) => states.push(state),
  })
  await Promise.resolve()
  await Promise.resolve()
  return { sent, lines: opened, line: opened[0], kinds: () => states.map((state) => state.kind) }
}

test('[J-075] an older message does not replace a newer one', () => {
  expect([newerProgress(at(2), at(1)), newerProgress(at(1), at(2)), newerProgress(null, at(1))]).toEqual([
    at(2),
    at(2),
    at(1),
  ])
})
test('it connects, waits for data, and is live with the first message', async () => {
  const { line, kinds, sent } = await arrange()
  line?.opened()
  line?.received(JSON.stringify({ subject: 'JobProgress', body: at(1) }))
  expect([kinds(), sent.length]).toEqual([['connecting', 'waiting', 'live'], 1])
})
test('a refused subscription makes the feed unavailable', async () => {
  const { kinds } = await arrange(() => Promise.reject(new Error('refused')))
  expect(kinds()).toEqual(['connecting', 'unavailable'])
})
test.for([
  [1006, 2],
  [1000, 1],
] as const)(
  'a line that ends with %i makes %i lines in all: 1000 is the end of the job',
  async ([code, count]) => {
    vi.useFakeTimers()
    const { line, lines } = await arrange()
    line?.closed(code)
    await vi.advanceTimersByTimeAsync(5000)
    expect(lines).toHaveLength(count)
  },
)
