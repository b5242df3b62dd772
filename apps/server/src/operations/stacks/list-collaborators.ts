import type { stacks } from '@sluice/contract/stacks'
import { handler } from '../operation.ts'
import {
  inManagedRepository,
  listCollaborators as list,
  openAtGitHub,
  toCollaborator,
} from '../../stacks/collaborator-store.ts'
import { askGitHub } from '../../stacks/github-repository.ts'

export const listCollaborators = handler<typeof stacks.listCollaborators>(async (ctx, { params, caller }) => {
  const of = { ...params, userId: caller.userId }
  const atGitHub = await openAtGitHub(ctx, of)
  if (atGitHub !== null) return askGitHub(() => atGitHub.gitHub.listCollaborators(atGitHub.name))
  const rows = await inManagedRepository(ctx, of, async (tx) => list(tx, params.stackId))
  const now = ctx.clock.now()
  return rows.map((row) => toCollaborator(row, now))
})
