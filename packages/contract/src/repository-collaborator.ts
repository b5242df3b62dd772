import { z } from 'zod'
import { utc } from './fields.ts'

/** An invitation ends after some days unless the invited person signs in to Git before. */
export const collaboratorStatus = z.enum(['Active', 'InvitationPending', 'InvitationExpired'])
export type CollaboratorStatus = z.infer<typeof collaboratorStatus>

/** The states in the words of the screen. */
export const collaboratorStatusLabels: Record<CollaboratorStatus, string> = {
  Active: 'Active',
  InvitationPending: 'Invitation pending',
  InvitationExpired: 'Invitation expired',
}

/** Somebody who may use the managed repository of one stack without being a member of the workspace. */
export const repositoryCollaborator = z.object({
  username: z.string(),
  /** A picture of the person, or null where the host of the repository knows none. */
  avatarUrl: z.string().nullable(),
  isReadOnly: z.boolean(),
  status: collaboratorStatus,
})
export type RepositoryCollaborator = z.infer<typeof repositoryCollaborator>

/**
 * The answer to an invitation: what the invited person signs in to Git with. It is told once and stored nowhere in clear. Both are
 * null where GitHub keeps the repository: it sends the invitation, and people sign in with what they have there.
 */
export const collaboratorInvitation = z.object({
  token: z.string().nullable(),
  validUntilUtc: utc.nullable(),
})
