import type { MetadataPlace } from '@sluice/metadata/layout/metadata-directory'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { StoredForm } from '@sluice/metadata/org-values/stored-form'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { AuditEntry } from '@sluice/salesforce/tooling/audit-trail'
import { type Conversation, threadTask } from '../../platform/threads/conversation.ts'
import type { AutomaticResolution } from '../branch/merge/conflict-strategy.ts'
import type { UndeployedBaseline } from '../parity/undeployed-files.ts'
import type { MessageSource } from './commit-message.ts'
import type { OrgCommits } from './org-commits-record.ts'

/** Everything that the commits follow from, as plain data: they are made in a thread of their own. */
export interface OrgCommitsInput {
  readonly gitDir: string
  /** As the stack has it: `/src`. */
  readonly metadataDirectory: MetadataPlace
  /** The folder of a complete retrieve. */
  readonly retrieved: string
  /** The folder of the retrieve that asked by name for what no list shows; null before it was asked for. */
  readonly searched: string | null
  readonly acceptsDeletions: boolean
  /** Where to write the lists of what was committed, and what the next flow in may take as unchanged. */
  readonly folder: string
  /** Where the environment's known entries are kept, and the release that wrote them. */
  readonly knownEntries: string
  readonly release: string
  readonly apiVersion: string
  readonly head: string
  readonly parity: string | null
  readonly force: boolean
  /** When the last flow in of the environment began; null where none did. */
  readonly lastFlowInUtc: string | null
  readonly specs: IncludeSpecs
  /** How the branch holds the files of the org. */
  readonly form: StoredForm
  readonly undeployed: readonly UndeployedBaseline[]
  readonly message: MessageSource
  /** How conflicts between the org and undeployed changes are settled; null: they are reported. */
  readonly resolution: AutomaticResolution | null
  readonly committer: { readonly name: string; readonly email: string }
  readonly unknownAuthor: { readonly name: string; readonly email: string }
  readonly createdUtc: string
  /** How long the retrieve took. */
  readonly retrieveMs: number
}

/** What the org says about people; empty where it was not asked for that, or does not tell. */
export interface OrgAnswer {
  /** E-mail addresses by the id of the user. */
  readonly emails: ReadonlyMap<string, string>
  /** Newest first. */
  readonly trail: readonly AuditEntry[]
}

/** The commits; or, while `searched` is null, components for which Salesforce must be asked by name before the commits can be made. */
export type OrgCommitsResult =
  | { readonly made: OrgCommits }
  | { readonly toSearch: readonly RetrieveMember[] }

export interface OrgCommitsConversation extends Conversation {
  readonly input: OrgCommitsInput
  readonly result: OrgCommitsResult
  readonly told: { readonly compared: number } | { readonly committing: number }
  /** Ids of Salesforce users, or since when the audit trail is wanted. */
  readonly asked: { readonly users: readonly string[] } | { readonly trailSince: Date }
  readonly answer: OrgAnswer
}

export const orgCommitsTask = threadTask<OrgCommitsConversation>('orgCommits')
