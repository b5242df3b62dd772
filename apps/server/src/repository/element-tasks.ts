import { type Conversation, threadTask } from '../platform/threads/conversation.ts'

interface SentencesConversation extends Conversation {
  readonly input: { readonly before: Uint8Array; readonly after: Uint8Array }
  /** The first sentences and the number of all; null where a side is no readable XML. */
  readonly result: { readonly sentences: string[]; readonly count: number } | null
}

/** An element of a file as pages name it, with its lines. */
export interface NamedElement {
  readonly title: string
  readonly firstLine: number
  readonly lastLine: number
}

interface ElementsConversation extends Conversation {
  readonly input: { readonly content: Uint8Array }
  /** Null where the file is no readable XML. */
  readonly result: NamedElement[] | null
}

export const sentencesTask = threadTask<SentencesConversation>('sentences')
export const elementsTask = threadTask<ElementsConversation>('elements')
