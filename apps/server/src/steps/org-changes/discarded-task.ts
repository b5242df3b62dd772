import type { MetadataPlace } from '@sluice/metadata/layout/metadata-directory'
import type { ChangedSincePreview } from '@sluice/contract/inquiry'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import { type Conversation, threadTask } from '../../platform/threads/conversation.ts'
import type { UndeployedBaseline } from '../parity/undeployed-files.ts'

/** A branch, and what a flow in with force makes of it. */
export interface DiscardedInput {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: MetadataPlace
  readonly head: string
  /** The commit with which the branch would equal the org. */
  readonly tip: string
  /** The commit that the org was offered last; null where that is not known. */
  readonly since: string | null
  readonly undeployed: readonly UndeployedBaseline[]
  readonly specs: IncludeSpecs
}

/** What the flow in does to a component of which only the branch has a change. */
export type DiscardedChange = ChangedSincePreview['added'][number]

interface DiscardedConversation extends Conversation {
  readonly input: DiscardedInput
  readonly result: readonly DiscardedChange[]
}

export const findDiscardedTask = threadTask<DiscardedConversation>('findDiscarded')
