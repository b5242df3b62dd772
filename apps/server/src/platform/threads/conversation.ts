import type { PlainError } from './plain-error.ts'

/** What a thread and its owner say to each other; everything must survive structured cloning. */
export interface Conversation {
  readonly input: unknown
  readonly result: unknown
  /** What the thread tells on the way. */
  readonly told: unknown
  readonly asked: unknown
  readonly answer: unknown
}

export type ToThread<C extends Conversation> =
  | { readonly input: C['input'] }
  | { readonly abort: PlainError }
  | { readonly id: number; readonly answer: C['answer'] }
  | { readonly id: number; readonly refusal: PlainError }

export type FromThread<C extends Conversation> =
  | { readonly told: C['told'] }
  | { readonly id: number; readonly asked: C['asked'] }
  | { readonly result: C['result'] }
  | { readonly failure: PlainError }
