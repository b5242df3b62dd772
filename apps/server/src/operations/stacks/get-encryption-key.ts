import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { dataKeyOf } from '../../stacks/stack-secrets.ts'
import { findStack } from '../../stacks/stack-store.ts'

export const getEncryptionKey = handler<typeof stacks.getEncryptionKey>(
  async (ctx, { params, caller, origin }) => {
    const { workspaceId, stackId } = params
    return ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const stack = await findStack(tx, workspaceId, stackId)
      if (!stack) throw new AppError('entityNotFound')
      const encryptionKey = ctx.secrets.dataKeyInClear(dataKeyOf(stack))
      const audit = { workspaceId, subject: { type: 'Stack', id: stackId }, actorUserId: caller.userId }
      await recordAudit(tx, { action: 'stack.encryptionKeyRead', ...audit, ...origin })
      return { encryptionKey }
    })
  },
)
