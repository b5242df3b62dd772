import { EventEmitter, once } from 'node:events'
import { getPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type SampleConversation, SampleError, sampleErrors } from './testing/sample-conversation.ts'
import { type ThreadOwner, openThreads } from './threads.ts'

const script = new URL('testing/sample-thread.ts', import.meta.url)
const threads = openThreads<SampleConversation>(script, { errors: sampleErrors, size: 1 })

const owner = (given: Partial<ThreadOwner<SampleConversation>> = {}): ThreadOwner<SampleConversation> => ({
  signal: new AbortController().signal,
  told: () => undefined,
  asked: (question) => Promise.resolve(`you ask ${question}`),
  ...given,
})

/** A run that goes on until it is aborted; `begun` tells that it is under way. */
function waiting(stop: AbortController) {
  const news = new EventEmitter()
  const told = () => void news.emit('begun')
  return { begun: once(news, 'begun'), ended: threads.run('wait', owner({ signal: stop.signal, told })) }
}

test('a thread gives its result', async () => {
  expect(await threads.run('one', owner())).toBe('one')
})

test('a thread is answered what it asks', async () => {
  expect(await threads.run('ask', owner())).toBe('you ask how much?')
})

test('an answer that comes too late for its run answers no question of the next', async () => {
  const news = new EventEmitter()
  const late = once(news, 'late').then(() => 'too late')
  await threads.run('leave', owner({ asked: () => late }))
  const asked = async () => {
    news.emit('late')
    await setImmediate()
    return 'in time'
  }
  expect(await threads.run('ask', owner({ asked }))).toBe('in time')
})

test('a refused question fails the run with the error of whoever was asked', async () => {
  const refusing = owner({ asked: () => Promise.reject(new SampleError('no answer', 1)) })
  await expect(threads.run('ask', refusing)).rejects.toMatchObject({ message: 'no answer', left: 1 })
})

test('an error keeps its class and its fields', async () => {
  const error: unknown = await threads.run('fail', owner()).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SampleError)
  expect(error).toMatchObject({ name: 'SampleError', message: 'nothing left', left: 7 })
})

test('an aborted run ends with the reason, and the thread goes on with the next', async () => {
  const stop = new AbortController()
  const { begun, ended } = waiting(stop)
  await begun
  const reason = new SampleError('stop', 2)
  stop.abort(reason)
  expect(await ended.catch((caught: unknown) => caught)).toBe(reason)
  expect(await threads.run('two', owner())).toBe('two')
})

test('a thread that ends before its work fails the run, and another takes the next', async () => {
  await expect(threads.run('end', owner())).rejects.toThrow('ended before its work')
  expect(await threads.run('three', owner())).toBe('three')
})

test('a run waits for its turn, and can be given up meanwhile', async () => {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  const { begun, ended } = waiting(stop)
  await begun
  const second = threads.run('four', owner())
  const third = threads.run('five', owner({ signal: giveUp.signal }))
  giveUp.abort(new SampleError('gone', 3))
  await expect(third).rejects.toThrow('gone')
  stop.abort(new SampleError('stop', 4))
  await expect(ended).rejects.toThrow('stop')
  expect(await second).toBe('four')
})

test.skipIf(process.platform !== 'linux')(
  'a thread works below the normal priority, and stays where its process is lower still',
  async () => {
    expect(await threads.run('priority', owner())).toBe(String(Math.max(10, getPriority())))
    expect(await threads.run('priority below', owner())).toBe('19')
  },
)
