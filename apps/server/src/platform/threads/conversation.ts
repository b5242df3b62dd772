import type { PlainError } from './plain-error.ts'

/** The messages between a thread and its caller; everything must survive structured cloning. */
export interface Conversation {
  readonly input: unknown
  readonly result: unknown
  /** Progress that the thread reports. */
  readonly told: unknown
  /** Questions of the thread to its caller. */
  readonly asked: unknown
  readonly answer: unknown
}

/** A kind of work for a thread. The name finds its handler in the thread's script; the type is that of its messages. */
export interface ThreadTask<C extends Conversation> {
  readonly name: string
  /** Never set: it only carries the type. */
  readonly conversation?: C
}

export type ToThread<C extends Conversation> =
  | { readonly task: string; readonly input: C['input'] }
  | { readonly abort: PlainError }
  | { readonly id: number; readonly answer: C['answer'] }
  | { readonly id: number; readonly refusal: PlainError }

export type FromThread<C extends Conversation> =
  | { readonly told: C['told'] }
  | { readonly id: number; readonly asked: C['asked'] }
  | { readonly result: C['result'] }
  | { readonly failure: PlainError }

export const threadTask = <C extends Conversation>(name: string): ThreadTask<C> => ({ name })
