import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { repositoryCollaborator } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { withDatabase } from '../testing/with-database.ts'
import { gitWorld, pushedRepository } from './testing/git-world.ts'
import { cloneAndCommit, fails, git } from './testing/plain-git.ts'

const database = withDatabase()
const world = gitWorld(database)
const dayMs = 86_400_000

/** Somebody who is invited for a day to a repository with one commit. */
async function invited(isReadOnly = true) {
  const { hosted } = await pushedRepository(world)
  const { workspaceId, stackId, repositoryId } = hosted
  const collaboratorId = newId()
  const invitationExpiresUtc = new Date(Date.now() + dayMs)
  const token = await world.asSystem(async (tx) => {
    const status = 'InvitationPending' as const
    const row = { workspaceId, stackId, username: 'grace', isReadOnly, status, invitationExpiresUtc }
    await tx.insert(repositoryCollaborator).values({ id: collaboratorId, ...row })
    const holder = { collaboratorId, workspaceId, repositoryId, username: 'grace' }
    return world.access().issueCollaboratorCredential(tx, holder)
  })
  const status = async () => {
    const isThis = eq(repositoryCollaborator.id, collaboratorId)
    const [row] = await world.asSystem((tx) => tx.select().from(repositoryCollaborator).where(isThis))
    return row?.status
  }
  const address = world.address(hosted.name, 'grace', token)
  const list = () => git(world.folder(), 'ls-remote', address)
  return { address, list, status, hosted, collaboratorId }
}

test('whoever signs in to Git with the token of an invitation accepts it', async () => {
  const { list, status } = await invited()
  expect(await status()).toBe('InvitationPending')
  expect(await list()).toContain('refs/heads/main')
  expect(await status()).toBe('Active')
  const back = world.later(30 * dayMs)
  expect(await list()).toContain('refs/heads/main')
  back()
})

test('an invitation that has expired opens nothing', async () => {
  const { list, status } = await invited()
  const back = world.later(2 * dayMs)
  await fails(list(), /not found/)
  back()
  expect(await status()).toBe('InvitationPending')
})

test('a token opens nothing once its collaborator is removed', async () => {
  const { list, collaboratorId } = await invited()
  expect(await list()).toContain('refs/heads/main')
  await world.asSystem((tx) =>
    tx.delete(repositoryCollaborator).where(eq(repositoryCollaborator.id, collaboratorId)),
  )
  await fails(list(), /Authentication failed/)
})

test('a push of a collaborator is written down with the name', async () => {
  const { address, hosted } = await invited(false)
  const clone = await cloneAndCommit(world.folder(), address)
  await git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/of-grace')
  const details = await world.query(
    `select details->>'as' as who, details->>'collaborator' as name from audit_event
      where workspace_id = $1 and action = 'repository.pushed' and details->>'as' = 'collaborator'`,
    [hosted.workspaceId],
  )
  expect(details).toEqual([{ who: 'collaborator', name: 'grace' }])
})
