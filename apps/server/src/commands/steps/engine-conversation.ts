import { GitError } from '@sluice/git/errors'
import { ArchiveError } from '@sluice/metadata/archive/errors'
import { PartialRetrieveError } from '@sluice/metadata/partial-retrieve/errors'
import { XmlError } from '@sluice/metadata/xml/errors'
import {
  AmbiguousEffectError,
  JobFailure,
  RunCancelledError,
  RunFencedError,
  RunTimedOutError,
} from '../../durable/run-errors.ts'
import type { Conversation } from '../../platform/threads/conversation.ts'
import type { OrgCommitsInput } from './make-org-commits.ts'

/** What a job and the thread that makes its commits say to each other. */
export interface EngineConversation extends Conversation {
  readonly input: OrgCommitsInput
  readonly result: void
  readonly told: { readonly compared: number } | { readonly committing: number }
  /** Users of the org by id; the answer has their addresses. */
  readonly asked: readonly string[]
  readonly answer: ReadonlyMap<string, string>
}

export const engineErrors = {
  AmbiguousEffectError,
  ArchiveError,
  GitError,
  JobFailure,
  PartialRetrieveError,
  RunCancelledError,
  RunFencedError,
  RunTimedOutError,
  XmlError,
}
