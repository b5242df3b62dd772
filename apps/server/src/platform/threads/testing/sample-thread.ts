// A thread for tests: does what its input says.
import { once } from 'node:events'
import { serveThread } from '../serve-thread.ts'
import { type SampleConversation, SampleError, sampleErrors } from './sample-conversation.ts'

serveThread<SampleConversation>(async (input, host) => {
  if (input === 'ask') return await host.ask('how much?')
  if (input === 'fail') throw new SampleError('nothing left', 7)
  if (input === 'end') process.exit(3)
  if (input === 'wait') {
    host.tell('waiting')
    await once(host.signal, 'abort')
    throw host.signal.reason
  }
  return input
}, sampleErrors)
