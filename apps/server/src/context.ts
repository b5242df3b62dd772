import type { JobQueue } from './durable/enqueue.ts'
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

/** What an operation or a command may touch. */
export interface Context {
  config: Config
  database: Database
  clock: Clock
  secrets: Secrets
  passwords: PasswordHasher
  artifacts: ArtifactStore
  mail: Mail
  log: Log
  jobs: JobQueue
  gitHost: GitHost
  outgoing: OutgoingAddresses
  folders: DataFolder
  readiness: Readiness
}
