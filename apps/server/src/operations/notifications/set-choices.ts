import type { notifications } from '@sluice/contract/notifications'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { lockActiveMember } from '../../members/member-store.ts'
import { storeChoices } from '../../notifications/choice-store.ts'

/** A global administrator who is no member gets no mail, so he has nothing to choose. */
export const setChoices = handler<typeof notifications.setChoices>(async (ctx, { params, body, caller }) => {
  const { workspaceId } = params
  const { userId } = caller
  await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    if (!(await lockActiveMember(tx, workspaceId, userId))) throw new AppError('entityNotFound')
    await storeChoices(tx, { workspaceId, userId }, body)
  })
})
