import type { InvitationInfo } from '@sluice/contract/invitation'
import type { invitations } from '@sluice/contract/invitations'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { linkOf } from '../../invitations/invitation-link.ts'
import { findByToken, type InvitationRow } from '../../invitations/invitation-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { findUserById } from '../../users/user-store.ts'
import { findWorkspace } from '../../workspaces/workspace-store.ts'

/** Expired invitations are shown too, so that they can be declined. */
export const getInfo = handler<typeof invitations.getInfo>(async (ctx, request) => {
  const link = linkOf(request)
  return ctx.database.inWorkspace(link.workspaceId, null, async (tx) => {
    const invitation = await findByToken(tx, link)
    const info = invitation && (await viewInvitationInfo(tx, invitation))
    if (!info) throw new AppError('entityNotFound')
    return info
  })
})

/** What the holder of a link sees of the invitation. */
async function viewInvitationInfo(tx: Transaction, row: InvitationRow): Promise<InvitationInfo | null> {
  const workspace = await findWorkspace(tx, row.workspaceId)
  if (!workspace) return null
  const creator = row.createdByUserId === null ? null : await findUserById(tx, row.createdByUserId)
  return {
    workspaceName: workspace.name,
    workspaceCompanyName: workspace.companyName,
    createdByEmailAddress: creator?.emailAddress ?? null,
    createdByFirstName: creator?.firstName ?? null,
    createdByLastName: creator?.lastName ?? null,
    validUntilUtc: row.validUntilUtc.toISOString(),
  }
}
