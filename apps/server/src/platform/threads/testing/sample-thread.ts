// A thread for tests: does what its input says.
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { serveThread } from '../serve-thread.ts'
import { openThreads } from '../threads.ts'
import { type SampleConversation, SampleError, sampleErrors } from './sample-conversation.ts'

/** What a thread that this one starts says. */
async function other(input: string): Promise<string> {
  const { signal } = new AbortController()
  const threads = openThreads<SampleConversation>(new URL(import.meta.url), { errors: sampleErrors, size: 1 })
  return await threads.run(input, { signal, told: () => undefined, asked: () => Promise.reject(new Error()) })
}

serveThread<SampleConversation>(async (input, host) => {
  if (input === 'ask') return await host.ask('how much?')
  if (input === 'leave') void host.ask('anybody there?')
  if (input === 'priority') return String(getPriority())
  if (input === 'priority below') {
    setPriority(19)
    return await other('priority')
  }
  if (input === 'fail') throw new SampleError('nothing left', 7)
  if (input === 'end') process.exit(3)
  if (input === 'wait') {
    host.tell('waiting')
    await once(host.signal, 'abort')
    throw host.signal.reason
  }
  return input
}, sampleErrors)
