import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LineEvents, PushConnection } from './connection.ts'

interface TestLine extends LineEvents {
  sent: string[]
  isClosed: boolean
}

function arrange() {
  const lines: TestLine[] = []
  const state = { ended: 0, states: 0, failures: [] as unknown[], messages: [] as unknown[], token: 'secret' }
  const connection = new PushConnection({
    open: (events) => {
      const line: TestLine = { ...events, sent: [], isClosed: false }
      lines.push(line)
      return { send: (text) => line.sent.push(text), close: () => (line.isClosed = true) }
    },
    token: () => Promise.resolve(state.token),
    greeting: (token) => ({ token }),
    isFinal: (code) => code === 4404,
    onStateBegins: () => state.states++,
    onMessage: (message) => state.messages.push(message),
    onFailure: (cause) => state.failures.push(cause),
    onEnd: () => state.ended++,
  })
  const latest = (): TestLine => {
    const line = lines.at(-1)
    if (!line) throw new Error('No line was opened.')
    return line
  }
  return { connection, lines, state, latest }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

async function connected() {
  const parts = arrange()
  parts.connection.connect()
  await settle()
  parts.latest().opened()
  parts.latest().received('{"kind":"hello"}')
  return parts
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[W-335] the token travels in the first message and never in the address', async () => {
  const { latest } = await connected()
  expect(latest().sent).toEqual(['{"token":"secret"}'])
})

test('[W-220] it goes from Connecting to Connected and, when the line breaks, to Reconnecting', async () => {
  const { connection, latest } = arrange()
  const seen: string[] = []
  connection.subscribe(() => seen.push(connection.status().state))
  connection.connect()
  await settle()
  latest().received('{}')
  latest().closed(1006)
  expect(seen).toEqual(['Connecting', 'Connected', 'Reconnecting'])
})

test('a broken line is tried again and heals', async () => {
  const { connection, latest, lines } = await connected()
  latest().closed(1006)
  await vi.advanceTimersByTimeAsync(0)
  latest().received('{}')
  expect([connection.status().state, lines.length]).toEqual(['Connected', 2])
})

test('a connection that cannot be made ends Disconnected, failed and without data', async () => {
  const { connection, latest, state } = arrange()
  connection.connect()
  for (let attempt = 0; attempt < 10; attempt++) {
    await vi.advanceTimersByTimeAsync(20_000)
    latest().closed(1006)
  }
  expect([connection.status(), state.ended]).toEqual([{ state: 'Disconnected', hasFailed: true }, 1])
})

test('[W-247] a wanted disconnect clears the data and is no failure', async () => {
  const { connection, latest, state } = await connected()
  connection.disconnect()
  expect([connection.status(), latest().isClosed, state.ended]).toEqual([
    { state: 'Disconnected', hasFailed: false },
    true,
    1,
  ])
})

test('what arrives late from a closed line is dropped', async () => {
  const { connection, latest, state } = await connected()
  const old = latest()
  connection.disconnect()
  old.received('{"kind":"late"}')
  expect(state.messages).toEqual([{ kind: 'hello' }])
})

test('a renewed token is sent on the open line', async () => {
  const { latest, state } = await connected()
  state.token = 'renewed'
  await vi.advanceTimersByTimeAsync(25_000)
  expect(latest().sent).toEqual(['{"token":"secret"}', '{"token":"renewed"}'])
})

test('a token that has not changed is not sent again', async () => {
  const { latest } = await connected()
  await vi.advanceTimersByTimeAsync(65_000)
  expect(latest().sent).toEqual(['{"token":"secret"}'])
})

test('a line that the server ended for good is not tried again', async () => {
  const { connection, latest, lines } = await connected()
  latest().closed(4404)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([connection.status().hasFailed, lines.length]).toEqual([true, 1])
})

test('[W-246] the cause of a failure is reported, once', async () => {
  const { latest, state } = await connected()
  latest().closed(4404)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.failures).toEqual([4404])
})

test('each open line begins the state anew, before its first message', async () => {
  const { latest, state } = await connected()
  latest().closed(1006)
  await vi.advanceTimersByTimeAsync(0)
  latest().opened()
  expect([state.states, state.messages.length]).toEqual([2, 1])
})

test('after a reconnect the attempts are counted from the beginning', async () => {
  const { connection, latest, lines } = await connected()
  for (let attempt = 0; attempt < 11; attempt++) {
    latest().closed(1006)
    await vi.advanceTimersByTimeAsync(20_000)
  }
  latest().received('{}')
  const before = lines.length
  latest().closed(1006)
  await vi.advanceTimersByTimeAsync(0)
  latest().closed(1006)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([connection.status().state, lines.length - before]).toEqual(['Reconnecting', 2])
})
