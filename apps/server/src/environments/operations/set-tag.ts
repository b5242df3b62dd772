import { type environments, tagName } from '@sluice/contract/environments'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { setTag as storeTag } from '../environment-store.ts'

export const setTag = handler<typeof environments.setTag>(async (ctx, { params, body: value, caller }) => {
  const { workspaceId, stackId, environmentId } = params
  const name = tagName.safeParse(params.tagName)
  if (!name.success) {
    const description = name.error.issues[0]?.message ?? ''
    const error = { code: 'ValueInvalid', property: 'tagName', description }
    throw new AppError('validationFailed', { validationErrors: [error] })
  }
  await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
    await storeTag(tx, { workspaceId, environmentId, name: name.data, value })
    await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
  })
})
