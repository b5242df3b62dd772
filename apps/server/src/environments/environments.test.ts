import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { viewStacks } from './environment-views.ts'

const app = testApp()
let owner: SignedIn
let tree: ObjectTree

beforeAll(async () => {
  owner = await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
  const key = { dataKeyWrapped: app.current.ctx.secrets.newDataKey(tree.ids.stackId) }
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.update(stack).set(key).where(eq(stack.id, tree.ids.stackId)),
  )
})

const shown = async () => {
  const [found] = await app.current.ctx.database.asSystem(async (tx) => viewStacks(tx, tree.ids.workspaceId))
  return found?.environments.find(({ id }) => id === tree.ids.environmentId)
}
type Changes = Parameters<SignedIn['client']['environments']['update']>[0]['body']
const change = async (body: Changes) => owner.client.environments.update({ params: tree.ids, body })

describe('an environment', () => {
  test('[S-236] changes what is sent', async () => {
    await change({ name: 'Quality', sfdcApiVersionMode: 'Latest' })
    expect(await shown()).toMatchObject({ name: 'Quality', slug: 'qa', sfdcApiVersionMode: 'Latest' })
  })

  test('[S-192] takes credentials of its own and gives them up again', async () => {
    await change({ sfdcUsername: 'qa@example.com', sfdcPassword: 'secret' })
    expect(await shown()).toMatchObject({ sfdcUsernameClearText: 'qa@example.com', sfdcPasswordIsSet: true })
    await change({ sfdcUsername: '', sfdcPassword: '' })
    expect(await shown()).toMatchObject({ sfdcUsernameIsSet: false, sfdcPasswordIsSet: false })
  })

  test('[S-195] refuses a name in use, whatever its case', async () => {
    const { workspaceId, stackId } = tree.ids
    const other = { id: newId(), workspaceId, stackId, slug: 'other', name: 'Other', isProduction: false }
    await app.current.ctx.database.asSystem(async (tx) =>
      tx.insert(environment).values({ ...other, gitBranchName: 'env/other' }),
    )
    expect(await problemOf(change({ name: 'OTHER' }))).toMatchObject({
      type: 'entityConflict',
      validationErrors: [{ description: 'There is already another environment with this name' }],
    })
  })

  test('[W-260] refuses a sign-in address elsewhere', async () => {
    expect(
      (await problemOf(change({ sfdcSignInUrl: 'https://evil.example' }))).validationErrors,
    ).toMatchObject([
      { property: 'sfdcSignInUrl', description: 'Salesforce sign-in URL must end with ".salesforce.com"' },
    ])
  })

  test('[S-175] is unlocked by force', async () => {
    const { workspaceId, environmentId, jobId } = tree.ids
    await app.current.ctx.database.asSystem(async (tx) =>
      tx.insert(environmentLock).values({ workspaceId, environmentId, jobId, mode: 'Exclusive', epoch: 1 }),
    )
    expect(await shown()).toMatchObject({ isLocked: true, lockedByJobId: jobId })
    await change({ isLocked: false })
    expect(await shown()).toMatchObject({ isLocked: false, lockedByJobId: null })
  })
})

const put = async (tagName: string, body: string | null) =>
  owner.client.environments.setTag({ params: { ...tree.ids, tagName }, body })

describe('tags', () => {
  test('[S-241] [S-213] are set once, whatever the case of their name', async () => {
    await put('stage', 'test')
    await put('Stage', 'uat')
    const tags = Object.entries((await shown())?.tags ?? {})
    expect(tags.filter(([name]) => name.toLowerCase() === 'stage')).toEqual([['Stage', 'uat']])
  })

  test('[S-212] have no value when it is empty', async () => {
    await put('nightly', '')
    expect((await shown())?.tags['nightly']).toBeNull()
  })

  test('[S-242] are deleted', async () => {
    await put('gone', null)
    await owner.client.environments.deleteTag({ params: { ...tree.ids, tagName: 'GONE' } })
    expect((await shown())?.tags).not.toHaveProperty('gone')
  })

  test.each(['a b', 'ä', 'a'.repeat(257), '__pro to__'])('%s is no name', async (name) => {
    expect((await problemOf(put(name, null))).type).toBe('validationFailed')
  })

  test('__proto__ is a name like any other', async () => {
    await put('__proto__', 'x')
    expect(Object.entries((await shown())?.tags ?? {})).toContainEqual(['__proto__', 'x'])
  })
})
