import { limits } from '@sluice/contract/limits'
import { orgDisplayName, orgDisplayType } from '@sluice/contract/environment'
import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { environment, environmentTag } from '../platform/database/schema/environments.ts'
import { environmentLock } from '../platform/database/schema/job-execution.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { sealForStack } from '../stacks/stack-secrets.ts'
import { findStack } from '../stacks/stack-store.ts'
import { viewStacks } from './environment-views.ts'
import { storedCredentials } from './stored-credentials.ts'

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
  test('[S-236] changes what is sent, and nothing else', async () => {
    const before = await shown()
    await change({ name: 'Quality' })
    expect(await shown()).toEqual({ ...before, name: 'Quality' })
    const sfdcSignInUrl = 'https://qa.my.salesforce.com'
    await change({ slug: 'quality', sfdcSignInUrl, sfdcUsername: 'qa@example.com', sfdcPassword: 'secret' })
    await change({ sfdcApiVersionMode: 'Latest' })
    expect(await shown()).toEqual({
      ...before,
      name: 'Quality',
      slug: 'quality',
      sfdcSignInUrl,
      sfdcUsernameIsSet: true,
      sfdcUsernameClearText: 'qa@example.com',
      sfdcPasswordIsSet: true,
      sfdcApiVersionMode: 'Latest',
    })
    const { workspaceId, environmentId, jobId } = tree.ids
    await app.current.ctx.database.asSystem(async (tx) =>
      tx.insert(environmentLock).values({ workspaceId, environmentId, jobId, mode: 'Exclusive', epoch: 1 }),
    )
    await change({ isLocked: false })
    expect(await shown()).toMatchObject({ name: 'Quality', isLocked: false })
  })

  test.each([{ isLocked: true }, { gitBranchName: 'main' }, { isProduction: true }])(
    'does not take %j',
    async (body) => {
      const path = `/workspaces/${tree.ids.workspaceId}/stacks/${tree.ids.stackId}/environments/${tree.ids.environmentId}`
      const init = {
        method: 'PATCH',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }
      expect((await app.current.fetch(path, init, owner.accessToken)).status).toBe(400)
    },
  )

  test('takes credentials of its own and gives them up again', async () => {
    const sfdcSignInUrl = 'https://qa.my.salesforce.com'
    await change({ sfdcSignInUrl, sfdcUsername: 'qa@example.com', sfdcPassword: 'secret' })
    expect(await shown()).toMatchObject({
      sfdcSignInUrl,
      sfdcUsernameIsSet: true,
      sfdcUsernameClearText: 'qa@example.com',
      sfdcPasswordIsSet: true,
    })
    await change({ sfdcSignInUrl: '', sfdcUsername: '', sfdcPassword: '' })
    expect(await shown()).toMatchObject({
      sfdcSignInUrl: null,
      sfdcUsernameIsSet: false,
      sfdcUsernameClearText: null,
      sfdcPasswordIsSet: false,
    })
  })

  test('signs in with its own credentials, and in production with those of the stack where it has none', async () => {
    const { ctx } = app.current
    const { stackId, environmentId } = tree.ids
    const clear = 'of the stack'
    await ctx.database.asSystem(async (tx) => {
      const row = await findStack(tx, tree.ids.workspaceId, stackId)
      if (row === null) throw new Error('The stack is gone.')
      const sfdcPasswordSealed = sealForStack(ctx.secrets, row, { column: 'sfdc_password_sealed', clear })
      await tx
        .update(stack)
        .set({ sfdcBaseUsername: 'base@example.com', sfdcPasswordSealed })
        .where(eq(stack.id, stackId))
      await tx.update(environment).set({ isProduction: true }).where(eq(environment.id, environmentId))
    })
    onTestFinished(() =>
      ctx.database.asSystem(async (tx) => {
        await tx.update(environment).set({ isProduction: false }).where(eq(environment.id, environmentId))
      }),
    )
    const used = () => storedCredentials(ctx, tree.ids).load()
    const ofStack = {
      signInUrl: 'https://login.salesforce.com',
      username: 'base@example.com',
      password: clear,
    }
    const own = {
      sfdcSignInUrl: 'https://qa.my.salesforce.com',
      sfdcUsername: 'qa@example.com',
      sfdcPassword: 'own',
    }
    await change(own)
    expect(await used()).toMatchObject({
      signInUrl: own.sfdcSignInUrl,
      username: own.sfdcUsername,
      password: own.sfdcPassword,
    })
    await change({ sfdcUsername: '' })
    expect(await used()).toMatchObject({ username: ofStack.username, password: own.sfdcPassword })
    await change({ sfdcUsername: own.sfdcUsername, sfdcPassword: '' })
    expect(await used()).toMatchObject({ username: own.sfdcUsername, password: ofStack.password })
    await change({ sfdcSignInUrl: '', sfdcUsername: '' })
    expect(await used()).toMatchObject(ofStack)
  })

  test('[S-192] infers from the stack what it leaves empty, a password only with its user', async () => {
    const { ctx } = app.current
    const { workspaceId, stackId, environmentId } = tree.ids
    await ctx.database.asSystem(async (tx) => {
      const row = await findStack(tx, workspaceId, stackId)
      if (row === null) throw new Error('The stack is gone.')
      const clear = 'of the stack'
      const sfdcPasswordSealed = sealForStack(ctx.secrets, row, { column: 'sfdc_password_sealed', clear })
      const base = { sfdcBaseUsername: 'base@example.com', sfdcPasswordSealed }
      await tx.update(stack).set(base).where(eq(stack.id, stackId))
      await tx.update(environment).set({ sfdcSandboxName: 'QA' }).where(eq(environment.id, environmentId))
    })
    const used = () => storedCredentials(ctx, tree.ids).load()
    const inferred = {
      signInUrl: 'https://test.salesforce.com',
      username: 'base@example.com.qa',
      password: 'of the stack',
    }
    await change({ sfdcSignInUrl: '', sfdcUsername: '', sfdcPassword: '' })
    expect(await used()).toMatchObject(inferred)
    expect(await shown()).toMatchObject({
      sfdcInferredSignInUrl: inferred.signInUrl,
      sfdcInferredUsernameClearText: inferred.username,
    })
    await change({ sfdcSignInUrl: 'https://qa.my.salesforce.com' })
    expect(await used()).toMatchObject({ ...inferred, signInUrl: 'https://qa.my.salesforce.com' })
    await change({ sfdcUsername: 'other@example.com' })
    expect(await used()).toMatchObject({ username: 'other@example.com', password: null })
    await change({ sfdcSignInUrl: null, sfdcUsername: null })
    expect(await used()).toMatchObject(inferred)
  })

  test.each([null, ''])(
    '[S-140] is of the production org when its sandbox name is %j',
    async (sfdcSandboxName) => {
      const { database } = app.current.ctx
      const { environmentId } = tree.ids
      await database.asSystem(async (tx) =>
        tx.update(environment).set({ sfdcSandboxName }).where(eq(environment.id, environmentId)),
      )
      const found = await shown()
      expect(found).toMatchObject({ sfdcSandboxName, sfdcInferredSignInUrl: 'https://login.salesforce.com' })
      expect(found && [orgDisplayName(found), orgDisplayType(found)]).toEqual(['Production', 'production'])
    },
  )

  test('refuses an empty name', async () => {
    expect((await problemOf(change({ name: ' ' }))).validationErrors).toMatchObject([
      { property: 'name', description: 'Environment name is required' },
    ])
  })

  test('refuses a name in use, whatever its case', async () => {
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

  test('[S-211] have a name, without the white space around it', async () => {
    await put(' region ', 'EU')
    expect((await shown())?.tags).toHaveProperty('region', 'EU')
    expect((await problemOf(put('  ', null))).validationErrors).toMatchObject([
      { property: 'tagName', description: 'Tag name is required' },
    ])
  })

  test.each(['a b', 'ä', 'a'.repeat(257), '__pro to__'])('%s is no name', async (name) => {
    expect((await problemOf(put(name, null))).type).toBe('validationFailed')
  })

  test('are at most a hundred, of which each can be changed', async () => {
    const { ctx } = app.current
    const { workspaceId, environmentId } = tree.ids
    const many = Array.from({ length: limits.tagsPerEnvironment }, (_, index) => `many-${index}`)
    const isOne = like(environmentTag.name, 'many-%')
    onTestFinished(() =>
      ctx.database.asSystem(async (tx) => void (await tx.delete(environmentTag).where(isOne))),
    )
    const before = Object.keys((await shown())?.tags ?? {}).length
    await ctx.database.asSystem(async (tx) =>
      tx
        .insert(environmentTag)
        .values(many.slice(before).map((name) => ({ workspaceId, environmentId, name }))),
    )
    expect((await problemOf(put('one-more', null))).validationErrors).toMatchObject([
      { property: 'tagName', description: 'An environment can have 100 tags' },
    ])
    await put('Many-99', 'changed')
    expect((await shown())?.tags).toHaveProperty('Many-99', 'changed')
  })

  test('of one name that are set at the same time end as one of them', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => put('race', `${index}`)))
    expect((await shown())?.tags['race']).toMatch(/^\d$/)
  })

  test('__proto__ is a name like any other', async () => {
    await put('__proto__', 'x')
    expect(Object.entries((await shown())?.tags ?? {})).toContainEqual(['__proto__', 'x'])
  })
})
