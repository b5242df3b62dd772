import { ArchiveError } from '@sluice/metadata/archive/errors'
import type { Conversation } from '../../../../platform/threads/conversation.ts'
import type { PlanInput } from './make-plan.ts'

/** What a retrieve asks the thread that works for all retrieves: a plan, or a look at the archive at a path. */
export interface RetrieveConversation extends Conversation {
  readonly input: { readonly plan: PlanInput } | { readonly check: string }
  /** Of an archive its size, of a plan nothing. */
  readonly result: { readonly sizeBytes: number }
  readonly told: never
  readonly asked: never
  readonly answer: never
}

export const retrieveErrors = { ArchiveError }
