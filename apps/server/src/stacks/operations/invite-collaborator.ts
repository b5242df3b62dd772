import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../users/audit-trail.ts'
import { inManagedRepository, insertCollaborator } from '../collaborator-store.ts'

/** As GitHub has it: letters, digits and single hyphens between them. */
const usernamePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/i

export const inviteCollaborator = handler<typeof stacks.inviteCollaborator>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId, stackId } = params
    const { username, readOnly } = body
    const { userId } = caller
    return inManagedRepository(ctx, { workspaceId, stackId, userId }, async (tx, repository) => {
      if (!usernamePattern.test(username)) throw new AppError('collaboratorUsernameInvalid')
      const validMs = ctx.config.tokens.invitationDays * 86_400_000
      const invitationExpiresUtc = new Date(ctx.clock.now().getTime() + validMs)
      const collaboratorId = newId()
      const isNew = await insertCollaborator(tx, {
        id: collaboratorId,
        workspaceId,
        stackId,
        username,
        isReadOnly: readOnly,
        status: 'InvitationPending',
        invitationExpiresUtc,
      })
      if (!isNew) throw new AppError('entityConflict', { detail: taken(username) })
      const holder = { collaboratorId, workspaceId, repositoryId: repository.id, username }
      const token = await ctx.gitHost.issueCollaboratorCredential(tx, holder)
      const audit = { workspaceId, subject: { type: 'Stack', id: stackId }, actorUserId: userId }
      const details = { username, readOnly }
      await recordAudit(tx, { action: 'stack.collaboratorInvited', ...audit, details, ...origin })
      return { token, validUntilUtc: invitationExpiresUtc.toISOString() }
    })
  },
)

const taken = (username: string) =>
  `${username} has been invited already. Remove the access first, then invite again.`
