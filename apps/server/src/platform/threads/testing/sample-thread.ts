// A thread for tests: its input says what it does.
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { handle, serveThread } from '../serve-thread.ts'
import { openThreads } from '../threads.ts'
import { SampleError, sampleErrors, sampleTask } from './sample-conversation.ts'

/** The result of a thread that this one starts. */
async function inAnotherThread(input: string): Promise<string> {
  const { signal } = new AbortController()
  const threads = openThreads(new URL(import.meta.url), { errors: sampleErrors, size: 1 })
  return await threads.run(sampleTask, input, {
    signal,
    told: () => undefined,
    asked: () => Promise.reject(new Error()),
  })
}

const sample = handle(sampleTask, async (input, host) => {
  if (input === 'ask') return await host.ask('how much?')
  if (input === 'leave') void host.ask('anybody there?')
  if (input === 'priority') return String(getPriority())
  if (input === 'priority below') {
    setPriority(19)
    return await inAnotherThread('priority')
  }
  if (input === 'fail') throw new SampleError('nothing left', 7)
  if (input === 'end') process.exit(3)
  if (input === 'wait') {
    host.tell('waiting')
    await once(host.signal, 'abort')
    throw host.signal.reason
  }
  return input
})

serveThread([sample], sampleErrors)
