import type { workspaces } from '@sluice/contract/workspaces'
import { handler } from '../operation.ts'
import { listWorkspacesOf } from '../../workspaces/workspace-store.ts'
import { toWorkspace } from '../../workspaces/workspace-views.ts'

export const list = handler<typeof workspaces.list>(async (ctx, { caller }) => {
  const rows = await ctx.database.asSystem(async (tx) => listWorkspacesOf(tx, caller))
  return rows.map(({ workspace, accessLevel }) => ({ ...toWorkspace(workspace), accessLevel }))
})
