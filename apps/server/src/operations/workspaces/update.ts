import { type Actor, missingAuthorizations } from '@sluice/contract/permissions'
import { validationErrorOf } from '@sluice/contract/validation-errors'
import type { workspaces } from '@sluice/contract/workspaces'
import type { Context } from '../../context.ts'
import { handler } from '../operation.ts'
import { ownerChanged } from '../../mail-texts/workspace-mails.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { listStacks } from '../../stacks/stack-store.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { findUserById } from '../../users/user-store.ts'
import { lockActiveMember, setAccessLevel } from '../../members/member-store.ts'
import { isWorkspaceValueTaken } from '../../workspaces/workspace-names.ts'
import { lockWorkspace, updateWorkspace } from '../../workspaces/workspace-store.ts'

export const update = handler<typeof workspaces.update>(
  async (ctx, { params, body, caller, actor, origin }) => {
    const { workspaceId } = params
    const { ownerUserId, ...changes } = body
    await ctx.database.asSystem(async (tx) => {
      await refuseTakenValues(tx, workspaceId, changes)
      if (ownerUserId !== undefined) await transferOwnership(ctx, tx, { workspaceId, ownerUserId, actor })
      await updateWorkspace(tx, workspaceId, changes)
      await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
      if (changes.slug !== undefined) await announceLinks(tx, workspaceId)
      const action = ownerUserId === undefined ? 'workspace.updated' : 'workspace.ownerChanged'
      await recordAudit(tx, { action, workspaceId, actorUserId: caller.userId, ...origin })
    })
  },
)

/** The addresses of the pages of managed repositories hold the slug. */
async function announceLinks(tx: Transaction, workspaceId: string): Promise<void> {
  const stacks = await listStacks(tx, workspaceId)
  await announce(tx, { workspaceId, kind: 'pushStacks', ids: stacks.map(({ id }) => id) })
}

async function refuseTakenValues(
  tx: Transaction,
  id: string,
  changes: { name?: string | undefined; slug?: string | undefined },
) {
  for (const column of ['name', 'slug'] as const) {
    const value = changes[column]
    if (value === undefined || !(await isWorkspaceValueTaken(tx, { id, column, value }))) continue
    const error = validationErrorOf(column === 'slug' ? 'EntitySlugDuplicate' : 'ValueDuplicate', column)
    throw new AppError('entityConflict', { validationErrors: [error] })
  }
}

/** Both are told by mail; the new owner becomes an administrator if he was not. */
async function transferOwnership(
  ctx: Context,
  tx: Transaction,
  to: { workspaceId: string; ownerUserId: string; actor: Actor },
) {
  const { workspaceId, ownerUserId, actor } = to
  const workspace = await lockWorkspace(tx, workspaceId)
  // Whoever was the owner when the call began may have handed it over in the meantime.
  const isOwner = workspace?.ownerUserId === actor.userId
  const missing = missingAuthorizations({ ...actor, isOwner }, 'changeWorkspaceOwner')
  if (missing) throw new AppError('userNotAuthorized', { missingAuthorizations: missing })
  const member = await lockActiveMember(tx, workspaceId, ownerUserId)
  if (!workspace || !member || workspace.ownerUserId === ownerUserId) {
    const error = validationErrorOf('ValueInvalid', 'ownerUserId')
    throw new AppError('patchPropertyInvalid', { validationErrors: [error] })
  }
  await updateWorkspace(tx, workspaceId, { ownerUserId })
  await setAccessLevel(tx, member.id, 'Administrator')
  for (const userId of [workspace.ownerUserId, ownerUserId]) {
    const user = userId === null ? null : await findUserById(tx, userId)
    if (!user) continue
    const text = ownerChanged(workspace.name, userId === ownerUserId ? 'new owner' : 'former owner')
    await ctx.mail.send(tx, { to: user.emailAddress, ...text })
  }
}
