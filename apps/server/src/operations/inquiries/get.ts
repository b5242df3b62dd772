import type { inquiries } from '@sluice/contract/inquiries'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { findInquiry } from '../../inquiries/inquiry-store.ts'
import { viewInquiry } from '../../inquiries/inquiry-views.ts'

export const get = handler<typeof inquiries.get>(async (ctx, { params, caller }) => {
  const found = await ctx.database.inWorkspace(params.workspaceId, caller.userId, async (tx) =>
    findInquiry(tx, params),
  )
  const shown = found && viewInquiry(found)
  if (!shown) throw new AppError('entityNotFound')
  return shown
})
