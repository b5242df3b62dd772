import type { environments } from '@sluice/contract/environments'
import { handler } from '../operation.ts'
import { announce } from '../../platform/database/announce.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { deleteTag as removeTag } from '../../environments/environment-store.ts'
import { withoutTag } from '../../environments/without-tag.ts'
import { requireRightsOfTags } from '../../schedules/require-job-rights.ts'

export const deleteTag = handler<typeof environments.deleteTag>(
  async (ctx, { params, caller, actor, origin }) => {
    const { workspaceId, stackId, environmentId } = params
    await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const name = params.tagName.trim()
      await requireRightsOfTags(tx, params, {
        actor,
        environmentId,
        tags: (before) => withoutTag(before, name),
      })
      await removeTag(tx, environmentId, name)
      await announce(tx, { workspaceId, kind: 'pushStacks', ids: [stackId] })
      await recordAudit(tx, {
        action: 'environment.updated',
        workspaceId,
        actorUserId: caller.userId,
        subject: { type: 'Environment', id: environmentId },
        details: { properties: ['tags'], tag: name },
        ...origin,
      })
    })
  },
)
