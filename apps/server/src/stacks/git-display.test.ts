import { expect, test } from 'vitest'
import { repositoryWorld } from '../repository/testing/repository-world.ts'
import { viewStacks } from '../environments/environment-views.ts'
import { gitDisplayOf } from './git-display.ts'
import { findStack } from './stack-store.ts'

const world = repositoryWorld()

test('the links of a managed repository lead to the pages of its stack', async () => {
  const { owner, params } = await world.newStack()
  const { workspaceId, stackId } = params
  await owner.client.workspaces.update({ params: { workspaceId }, body: { slug: `w-${workspaceId}` } })
  const { database } = world.app.current.ctx
  const [shown] = await database.asSystem(async (tx) => viewStacks(tx, workspaceId))
  const base = `https://sluice.example/workspaces/w-${workspaceId}/stacks/${shown?.slug}/repository`
  expect(shown?.gitDisplayInfo).toEqual({
    providerDisplayName: 'Managed repository',
    repositoryDisplayUrl: base,
    commitDetailsDisplayUrlTemplate: `${base}/commit/{hash}`,
    commitCompareDisplayUrlTemplate: `${base}/compare/{from}/{to}`,
  })
  const row = await database.asSystem(async (tx) => findStack(tx, workspaceId, stackId))
  const display = row && gitDisplayOf(row, 'acme')
  expect(display?.branchUrl?.('env/a b')).toContain('/repository/tree/env%2Fa%20b')
})
