import type { AccessLevel } from '../platform/database/schema/workspaces.ts'

/** Who makes a Git request, once the credential is known to be good for its repository. */
export interface GitCaller {
  readonly kind: 'member' | 'administrator' | 'collaborator' | 'job'
  readonly userId: string | null
  readonly jobId: string | null
  /** The name of the collaborator. */
  readonly collaborator: string | null
  readonly accessLevel: AccessLevel | null
  /** The credential itself allows no more than reading. */
  readonly isReadOnly: boolean
}
