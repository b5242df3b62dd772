import type { stacks } from '@sluice/contract/stacks'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { inManagedRepository, insertCollaborator, openAtGitHub } from '../../stacks/collaborator-store.ts'
import { askGitHub, type RepositoryAtGitHub } from '../../stacks/github-repository.ts'
import { isGitHubUsername } from '../../stacks/github-username.ts'

export const inviteCollaborator = handler<typeof stacks.inviteCollaborator>(
  async (ctx, { params, body, caller, origin }) => {
    const { workspaceId, stackId } = params
    const { userId } = caller
    const of = { workspaceId, stackId, userId }
    const atGitHub = await openAtGitHub(ctx, of)
    if (!isGitHubUsername(body.username)) throw new AppError('collaboratorUsernameInvalid')
    if (atGitHub !== null) await inviteAtGitHub(atGitHub, body)
    return inManagedRepository(ctx, of, async (tx, repository) => {
      const invited =
        atGitHub === null
          ? await inviteToBuiltInHost(ctx, tx, { ...of, ...body, repositoryId: repository.id })
          : { token: null, validUntilUtc: null }
      const audit = { workspaceId, subject: { type: 'Stack', id: stackId }, actorUserId: userId }
      await recordAudit(tx, {
        action: 'stack.collaboratorInvited',
        ...audit,
        details: { ...body },
        ...origin,
      })
      return invited
    })
  },
)

interface Invited {
  readonly username: string
  readonly readOnly: boolean
}

async function inviteAtGitHub({ gitHub, name }: RepositoryAtGitHub, invited: Invited): Promise<void> {
  const username = await askGitHub(() => gitHub.findUser(invited.username))
  if (username === null) throw new AppError('collaboratorUsernameInvalid')
  const known = await askGitHub(() => gitHub.listCollaborators(name))
  // An invitation that has expired is sent again by a new one.
  const isThere = known.some((one) => one.username === username && one.status !== 'InvitationExpired')
  if (isThere) throw taken(username)
  await askGitHub(() => gitHub.inviteCollaborator(name, { username, readOnly: invited.readOnly }))
}

async function inviteToBuiltInHost(
  ctx: Context,
  tx: Transaction,
  of: Invited & { readonly workspaceId: string; readonly stackId: string; readonly repositoryId: string },
) {
  const { workspaceId, stackId, repositoryId, username, readOnly } = of
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
  if (!isNew) throw taken(username)
  const holder = { collaboratorId, workspaceId, repositoryId, username }
  const token = await ctx.gitHost.issueCollaboratorCredential(tx, holder)
  return { token, validUntilUtc: invitationExpiresUtc.toISOString() }
}

const taken = (username: string) =>
  new AppError('entityConflict', {
    detail: `${username} has been invited already. Remove the access first, then invite again.`,
  })
