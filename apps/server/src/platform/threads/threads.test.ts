import { EventEmitter, once } from 'node:events'
import { getPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type SampleConversation,
  SampleError,
  sampleErrors,
  sampleTask,
} from './testing/sample-conversation.ts'
import { threadTask } from './conversation.ts'
import { type ThreadOwner, openThreads } from './threads.ts'

const script = new URL('testing/sample-thread.ts', import.meta.url)
const threads = openThreads(script, { errors: sampleErrors, size: 1 })

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
  return {
    begun: once(news, 'begun'),
    ended: threads.run(sampleTask, 'wait', owner({ signal: stop.signal, told })),
  }
}

test('a thread gives its result', async () => {
  expect(await threads.run(sampleTask, 'one', owner())).toBe('one')
})

test('a thread is answered what it asks', async () => {
  expect(await threads.run(sampleTask, 'ask', owner())).toBe('you ask how much?')
})

test('an answer that comes too late for its run answers no question of the next', async () => {
  const news = new EventEmitter()
  const late = once(news, 'late').then(() => 'too late')
  await threads.run(sampleTask, 'leave', owner({ asked: () => late }))
  const asked = async () => {
    news.emit('late')
    await setImmediate()
    return 'in time'
  }
  expect(await threads.run(sampleTask, 'ask', owner({ asked }))).toBe('in time')
})

test('a refused question fails the run with the error of the caller', async () => {
  const refusing = owner({ asked: () => Promise.reject(new SampleError('no answer', 1)) })
  await expect(threads.run(sampleTask, 'ask', refusing)).rejects.toMatchObject({
    message: 'no answer',
    left: 1,
  })
})

test('an error keeps its class and its fields', async () => {
  const error: unknown = await threads.run(sampleTask, 'fail', owner()).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SampleError)
  expect(error).toMatchObject({ name: 'SampleError', message: 'nothing left', left: 7 })
})

test('a task that the script does not know fails its run, and the thread runs the next one', async () => {
  await expect(threads.run(threadTask<SampleConversation>('other'), 'one', owner())).rejects.toThrow(
    'No thread does the task "other".',
  )
  expect(await threads.run(sampleTask, 'two', owner())).toBe('two')
})

test('an aborted run ends with the reason, and the thread runs the next one', async () => {
  const stop = new AbortController()
  const { begun, ended } = waiting(stop)
  await begun
  const reason = new SampleError('stop', 2)
  stop.abort(reason)
  expect(await ended.catch((caught: unknown) => caught)).toBe(reason)
  expect(await threads.run(sampleTask, 'two', owner())).toBe('two')
})

test('a thread that ends before its work fails the run, and another takes the next', async () => {
  await expect(threads.run(sampleTask, 'end', owner())).rejects.toThrow('ended before its work')
  expect(await threads.run(sampleTask, 'three', owner())).toBe('three')
})

test('a run waits for its turn, and can be given up meanwhile', async () => {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  const { begun, ended } = waiting(stop)
  await begun
  const second = threads.run(sampleTask, 'four', owner())
  const third = threads.run(sampleTask, 'five', owner({ signal: giveUp.signal }))
  giveUp.abort(new SampleError('gone', 3))
  await expect(third).rejects.toThrow('gone')
  stop.abort(new SampleError('stop', 4))
  await expect(ended).rejects.toThrow('stop')
  expect(await second).toBe('four')
})

test.skipIf(process.platform !== 'linux')(
  'a thread works below the normal priority, and stays where its process is lower still',
  async () => {
    expect(await threads.run(sampleTask, 'priority', owner())).toBe(String(Math.max(10, getPriority())))
    expect(await threads.run(sampleTask, 'priority below', owner())).toBe('19')
  },
)
