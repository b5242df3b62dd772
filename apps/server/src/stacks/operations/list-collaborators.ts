import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../../api/handler.ts'
import { inManagedRepository, listCollaborators as list, toCollaborator } from '../collaborator-store.ts'

export const listCollaborators = handler<typeof stacks.listCollaborators>(async (ctx, { params, caller }) => {
  const rows = await inManagedRepository(ctx, { ...params, userId: caller.userId }, async (tx) =>
    list(tx, params.stackId),
  )
  const now = ctx.clock.now()
  return rows.map((row) => toCollaborator(row, now))
})
