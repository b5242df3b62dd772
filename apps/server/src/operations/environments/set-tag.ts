import { type environments, tagName } from '@sluice/contract/environments'
import { limits } from '@sluice/contract/limits'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { countOtherTags, setTag as storeTag } from '../../environments/environment-store.ts'
import { withoutTag } from '../../environments/without-tag.ts'
import { requireRightsOfTags } from '../../schedules/require-job-rights.ts'

export const setTag = handler<typeof environments.setTag>(
  async (ctx, { params, body: value, caller, actor, origin }) => {
    const { workspaceId, stackId, environmentId } = params
    const name = tagName.safeParse(params.tagName)
    if (!name.success) throw tagIsRefused(name.error.issues[0]?.message ?? '')
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      if ((await countOtherTags(tx, environmentId, name.data)) >= limits.tagsPerEnvironment)
        throw tagIsRefused(`An environment can have ${limits.tagsPerEnvironment} tags`)
      await requireRightsOfTags(tx, params, {
        actor,
        environmentId,
        tags: (before) => ({ ...withoutTag(before, name.data), [name.data]: value }),
      })
      await storeTag(tx, { workspaceId, environmentId, name: name.data, value })
      await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
      await recordAudit(tx, {
        action: 'environment.updated',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Environment', id: environmentId },
        details: { properties: ['tags'], tag: name.data },
        ...origin,
      })
    })
  },
)

function tagIsRefused(description: string): AppError {
  const error = { code: 'ValueInvalid', property: 'tagName', description }
  return new AppError('validationFailed', { validationErrors: [error] })
}
