import type { workspaces } from '@sluice/contract/workspaces'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { newLicenseKey, openLicenseKey } from '../../workspaces/license-key.ts'
import { lockWorkspace, setLicenseKey } from '../../workspaces/workspace-store.ts'

export const getLicenseKey = handler<typeof workspaces.getLicenseKey>(
  async (ctx, { params: { workspaceId }, caller, origin }) =>
    ctx.database.asSystem(async (tx) => {
      const workspace = await lockWorkspace(tx, workspaceId)
      if (!workspace) throw new AppError('entityNotFound')
      let { licenseKeySealed } = workspace
      if (licenseKeySealed === null) {
        const made = newLicenseKey(ctx.secrets, workspaceId)
        await setLicenseKey(tx, workspaceId, made)
        await announce(tx, { workspaceId, kind: 'pushWorkspace', ids: [workspaceId] })
        licenseKeySealed = made.licenseKeySealed
      }
      const subject = { type: 'Workspace', id: workspaceId }
      const audit = { workspaceId, subject, actorUserId: caller.userId }
      await recordAudit(tx, { action: 'workspace.accessTokenRead', ...audit, ...origin })
      return { licenseKey: openLicenseKey(ctx.secrets, workspaceId, licenseKeySealed) }
    }),
)
