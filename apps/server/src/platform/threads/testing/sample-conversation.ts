import { type Conversation, threadTask } from '../conversation.ts'

export interface SampleConversation extends Conversation {
  readonly input: string
  readonly result: string
  readonly told: string
  readonly asked: string
  readonly answer: string
}

export const sampleTask = threadTask<SampleConversation>('sample')

export class SampleError extends Error {
  override name = 'SampleError'
  readonly left: number

  constructor(message: string, left: number) {
    super(message)
    this.left = left
  }
}

export const sampleErrors = { SampleError }
