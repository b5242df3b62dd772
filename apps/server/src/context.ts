import type { FailedAttempts } from './platform/failed-attempts.ts'
import type { MergePreview, MergePreviewQuery, MergedComponent } from '@sluice/contract/merge-preview'
import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import type { ArtifactStore } from './platform/artifacts.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database, Transaction } from './platform/database/database.ts'
import type { DataFolder } from './platform/data-folder.ts'
import type { Log } from './platform/log/log.ts'
import type { Mail } from './platform/mail.ts'
import type { OutgoingAddresses } from './platform/outgoing/outgoing-addresses.ts'
import type { Readiness } from './platform/readiness.ts'
import type { Secrets } from './platform/secrets.ts'

export interface GitHost {
  /** The address of a managed repository, without credentials. */
  urlOf(repositoryName: string): string
  /** Makes an empty repository for a stack. Its name follows the wanted one and is unique on the whole server. */
  createRepository(
    tx: Transaction,
    owner: { workspaceId: string; stackId: string; wantedName: string },
  ): Promise<{ id: string; name: string }>
  /** A credential that opens one repository for one job and dies with it. */
  issueJobCredential(
    tx: Transaction,
    job: { jobId: string; workspaceId: string; repositoryId: string },
  ): Promise<{ username: string; password: string }>
  /** The token with which somebody from outside of the workspace opens one repository; it dies with the collaborator. */
  issueCollaboratorCredential(
    tx: Transaction,
    collaborator: { collaboratorId: string; workspaceId: string; repositoryId: string; username: string },
  ): Promise<string>
}

export interface GitHubRepository {
  /** Stays when the repository gets another name. */
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The private repositories of one organization. Every call may end with a GitHubError. */
export interface GitHub {
  /** Says of a repository that it is kept here: `https://github.com/acme`. */
  readonly organizationUrl: string
  /** The address of a repository, without credentials. */
  urlOf(name: string): string
  findRepository(name: string): Promise<GitHubRepository | null>
  createRepository(wanted: { name: string; description: string }): Promise<GitHubRepository>
  /** False when it was gone before. */
  deleteRepository(name: string): Promise<boolean>
  /** Opens one repository for about an hour. Ask for one before each use, then it does not end meanwhile. */
  issueCredential(repositoryId: string): Promise<{ username: string; password: string }>
  /** The name as GitHub writes it; null when nobody has it. */
  findUser(username: string): Promise<string | null>
  listCollaborators(name: string): Promise<RepositoryCollaborator[]>
  inviteCollaborator(name: string, invitation: { username: string; readOnly: boolean }): Promise<void>
  /** Takes access or invitation away; false when there was neither. */
  removeCollaborator(name: string, username: string): Promise<boolean>
}

/** What the workflow engine knows about a job: everything else is read from the job row. */
export interface JobReference {
  jobId: string
  workspaceId: string
}

export interface JobMessage {
  jobId: string
  topic: string
  message: unknown
  /** The same key twice is one message. */
  idempotencyKey?: string
}

export interface CancellationRequest extends JobReference {
  userId: string | null
  reason?: string
}

export interface EngineStep {
  name: string
  output: unknown
  error: Error | null
}

/** A job as the engine sees it. */
export interface EngineState {
  /** Whether the job waits for a worker or is with one. */
  readonly isAlive: boolean
  /** When the engine last changed its mind. */
  readonly updatedUtc: Date
}

export interface JobQueue {
  /**
   * Hands the job to the workers when the transaction commits. The job row and its `job_dependency` rows exist
   * already; while a dependency has not ended the job stays Pending and the end of the last one hands it over.
   * It also stays Pending while as many jobs of the workspace are at work as may be.
   */
  enqueue(tx: Transaction, job: JobReference): Promise<void>
  /** Hands over the jobs that waited for a worker, oldest first, as far as workers are free now. */
  enqueueWaiting(tx: Transaction, workspaceId: string): Promise<void>
  /** Delivers a message to a job that waits, or will wait, for the topic. The same key twice is one message. */
  signal(tx: Transaction, message: JobMessage): Promise<void>
  /** Marks the cancellation request and wakes the job; a job that no worker has begun ends at once. */
  requestCancellation(tx: Transaction, request: CancellationRequest): Promise<void>
  /** What the workflow engine itself has recorded of a job: steps of a release that had no ledger of all steps. */
  finishedSteps(jobId: string): Promise<EngineStep[]>
  /**
   * Gives the jobs of dead workers back to the queue. Two workers that did it at once could take a job from a third that has
   * begun it meanwhile, so they take turns until the transaction ends.
   */
  recoverJobsOf(tx: Transaction, executorIds: readonly string[]): Promise<void>
  /** Gives jobs that a worker has begun and left back to the queue. */
  resume(jobIds: readonly string[]): Promise<void>
  /** The workers that have begun jobs which have not ended, as the engine knows them. */
  executorsAtWork(): Promise<string[]>
  /** What the engine knows of these jobs; it may know nothing of one. */
  engineStates(jobIds: readonly string[]): Promise<ReadonlyMap<string, EngineState>>
  /** Deletes what the engine has of jobs that have ended. */
  forget(jobIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface PasswordHasher {
  hash(password: string): Promise<string>
  matches(passwordHash: string, password: string): Promise<boolean>
  /** Takes as long as a real comparison, so that the time of an answer tells nothing about who has an account. */
  pretendToCompare(password: string): Promise<void>
}

export interface WebhookCall {
  readonly address: URL
  readonly headers: Record<string, string>
  readonly body: string
}

/** What became of a call: the receiver took it, or why not. */
export type WebhookAnswer = 'taken' | { readonly problem: string; readonly isFinal: boolean }

/** The content of a file without its place in a repository: bytes where they are shown, or why they are not. */
export interface ShownContent {
  readonly kind: 'text' | 'binary' | 'tooLarge' | 'link' | 'submodule'
  readonly content: Uint8Array
}

/** A file of the repository before and after; null on the side where it does not exist. */
export interface FileVersions {
  readonly path: string
  readonly before: ShownContent | null
  readonly after: ShownContent | null
}

/** A flow merge to predict. The caller has checked that both environments belong to the stack. */
export interface WantedMerge {
  readonly workspaceId: string
  readonly userId: string
  readonly stackId: string
  readonly targetEnvironmentId: string
  readonly settings: MergePreviewQuery
}

/** One component of a prediction. */
export interface WantedMergedComponent extends WantedMerge {
  readonly component: Pick<MergedComponent, 'componentType' | 'componentName'>
}

/** The files of a component in the target's branch before and after the merge, and in its org before and after the deployment. */
export interface MergedComponentVersions {
  readonly merged: readonly FileVersions[]
  readonly deployed: readonly FileVersions[]
}

/** Null when the merge changes no such component; the reason says why it cannot be predicted. */
export type MergedComponentRead = MergedComponentVersions | { readonly reason: string } | null

/** What an operation or a command may touch. */
export interface Context {
  config: Config
  database: Database
  clock: Clock
  secrets: Secrets
  passwords: PasswordHasher
  /** Failed sign-ins of addresses that nobody has: they are locked as those of accounts are. */
  unknownSignIns: FailedAttempts
  artifacts: ArtifactStore
  mail: Mail
  log: Log
  jobs: JobQueue
  gitHost: GitHost
  /** Keeps the managed repositories of new stacks; null where the built-in host does. */
  gitHub: GitHub | null
  outgoing: OutgoingAddresses
  /** Never rejects for what the receiver does. */
  postWebhook: (call: WebhookCall) => Promise<WebhookAnswer>
  /** Predicts what a flow merge would do. Changes nothing, sends no request to an org and holds no transaction during Git work. */
  predictMerge: (ctx: Context, merge: WantedMerge) => Promise<MergePreview>
  /** Reads the files of one component of such a prediction, before they are compared. */
  readMergedComponent: (ctx: Context, merge: WantedMergedComponent) => Promise<MergedComponentRead>
  folders: DataFolder
  readiness: Readiness
}
