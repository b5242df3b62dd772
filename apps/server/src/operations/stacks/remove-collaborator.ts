import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { deleteCollaborator, inManagedRepository, openAtGitHub } from '../../stacks/collaborator-store.ts'
import { askGitHub } from '../../stacks/github-repository.ts'

export const removeCollaborator = handler<typeof stacks.removeCollaborator>(
  async (ctx, { params, caller, origin }) => {
    const { workspaceId, stackId, username } = params
    const { userId } = caller
    const of = { workspaceId, stackId, userId }
    const atGitHub = await openAtGitHub(ctx, of)
    const wasRemovedThere =
      atGitHub !== null &&
      (await askGitHub(() => atGitHub.gitHub.removeCollaborator(atGitHub.name, username)))
    await inManagedRepository(ctx, of, async (tx) => {
      if (!wasRemovedThere && !(await deleteCollaborator(tx, { stackId, username })))
        throw new AppError('entityNotFound')
      const audit = { workspaceId, subject: { type: 'Stack', id: stackId }, actorUserId: userId }
      const details = { username }
      await recordAudit(tx, { action: 'stack.collaboratorRemoved', ...audit, details, ...origin })
    })
  },
)
