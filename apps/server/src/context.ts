import type { FailedAttempts } from './platform/failed-attempts.ts'
import type { MergePreview } from '@sluice/contract/merge-preview'
import type { RepositoryCollaborator } from '@sluice/contract/repository-collaborator'
import type { JobQueue } from './durable/enqueue.ts'
import type { ArtifactStore } from './platform/artifacts.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Database, Transaction } from './platform/database/database.ts'
import type { DataFolder } from './platform/data-folder.ts'
import type { Log } from './platform/log/log.ts'
import type { Mail } from './platform/mail.ts'
import type { OutgoingAddresses } from './platform/outgoing/outgoing-addresses.ts'
import type {
  MergedComponentRead,
  WantedMerge,
  WantedMergedComponent,
} from './differences/merge-prediction.ts'
import type { Readiness } from './platform/readiness.ts'
import type { Secrets } from './platform/secrets.ts'
import type { WebhookAnswer, WebhookCall } from './webhooks/post-webhook.ts'
import type { PasswordHasher } from './users/password-hash.ts'

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
