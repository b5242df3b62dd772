import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { openOutgoingAddresses, type ResolveHost } from '../platform/outgoing/outgoing-addresses.ts'
import { createSecrets, SecretError } from '../platform/secrets.ts'
import { atPort, goodRepositoryAddresses, hostileRepositoryAddresses } from '../testing/hostile-addresses.ts'
import { sinkhole } from '../testing/sinkhole.ts'
import { testMasterKey } from '../testing/test-constants.ts'
import { bindGitPasswords } from './bind-git-passwords.ts'
import { openGitPassword, sealGitPassword } from './git-password.ts'
import { findStack } from './stack-store.ts'

const app = testApp()
const trap = sinkhole()
let owner: SignedIn
let workspaceId: string

const resolveBy = (resolve: ResolveHost) => {
  app.current.ctx.outgoing = openOutgoingAddresses(app.current.ctx.config, resolve)
}
const ip = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
const isPublicName = (name: string) => name === 'git.example.com' || name === 'other.example.com'
const names: ResolveHost = async (name) => {
  if (isPublicName(name)) return [ip('8.8.8.8')]
  if (name === 'mixed.example.com') return [ip('8.8.8.8'), ip('127.0.0.1')]
  if (name.startsWith('localhost') || name === 'inside.example.com') return [ip('127.0.0.1'), ip('::1')]
  throw new Error('ENOTFOUND')
}

const goodUrl = 'https://git.example.com/r.git'
const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
let made = 0

const create = (gitRepositoryUrl: string) =>
  owner.client.stacks.create({
    params: { workspaceId },
    body: {
      name: `Stack ${++made}`,
      gitRepositoryIsManaged: false,
      gitRepositoryUrl,
      gitUsername: 'bot',
      gitPassword: 'stored-password',
      sfdcBaseSignInUrl: 'https://login.salesforce.com',
      sfdcBaseUsername: 'bot@example.com',
      sfdcPassword: 'p',
    },
  })
const change = (stackId: string, body: Parameters<typeof owner.client.stacks.update>[0]['body']) =>
  owner.client.stacks.update({ params: { workspaceId, stackId }, body })
const rowOf = async (stackId: string) => {
  const row = await app.current.ctx.database.asSystem((tx) => findStack(tx, workspaceId, stackId))
  if (!row) throw new Error('The stack is gone.')
  return row
}
const plant = (stackId: string, changes: Partial<typeof stack.$inferInsert>) =>
  app.current.ctx.database.asSystem((tx) => tx.update(stack).set(changes).where(eq(stack.id, stackId)))

/** As if the password had been entered with the present address. */
async function plantPassword(stackId: string) {
  const { ctx } = app.current
  const gitPasswordSealed = sealGitPassword(ctx.secrets, await rowOf(stackId), 'p')
  await plant(stackId, { gitPasswordSealed })
}

beforeAll(async () => {
  owner = await app.current.signIn()
  ;({ id: workspaceId } = await owner.client.workspaces.create({ body: { name: 'Doors', ...contact } }))
})
beforeEach(() => resolveBy(names))

describe('a repository address that Git may not call', () => {
  let stackId: string
  beforeAll(async () => {
    resolveBy(names)
    ;({ id: stackId } = await create(goodUrl))
  })

  test('is in the corpus once, beside addresses that it may call', () => {
    const [hostile, good] = [hostileRepositoryAddresses, goodRepositoryAddresses]
    expect([new Set(hostile).size, new Set(good).size]).toEqual([hostile.length, good.length])
    expect(hostile.length).toBeGreaterThanOrEqual(80)
    expect(good.length).toBeGreaterThanOrEqual(25)
  })

  test.each([
    ...hostileRepositoryAddresses,
    'https://inside.example.com:P/r.git',
    'https://mixed.example.com:P/r.git',
    'https://unknown.example.com:P/r.git',
  ])('%s is neither saved nor used, and nothing connects', async (template) => {
    const url = atPort(template, trap.port)
    await plant(stackId, { gitRepositoryUrl: goodUrl })
    expect((await problemOf(create(url))).type).toBe('validationFailed')
    const changed = await problemOf(change(stackId, { gitRepositoryUrl: url, gitPassword: 'p' }))
    expect(changed.type).toBe('validationFailed')
    expect(changed.validationErrors?.map(({ property }) => property)).toContain('gitRepositoryUrl')
    expect((await rowOf(stackId)).gitRepositoryUrl).toBe(goodUrl)
    const body = { repositoryUrl: url, username: 'u', password: 'p' }
    const checked = await problemOf(app.current.client().stacks.validateGitCredentials({ body }))
    expect(['validationFailed', 'gitCredentialsInvalid']).toContain(checked.type)
    // An address of an earlier release, or a name that leads elsewhere since it was saved.
    await plant(stackId, { gitRepositoryUrl: url, gitPasswordSealed: null })
    await plantPassword(stackId)
    const listed = await problemOf(owner.client.stacks.listBranches({ params: { workspaceId, stackId } }))
    expect(listed).toMatchObject({ type: 'gitCredentialsInvalid', detail: null })
    expect(trap.connections).toBe(0)
  })

  test('one text for a host inside, a mixed answer and an unknown name', async () => {
    const texts = []
    for (const host of ['inside', 'mixed', 'unknown']) {
      const problem = await problemOf(create(`https://${host}.example.com/r.git`))
      texts.push(JSON.stringify(problem.validationErrors))
    }
    expect(new Set(texts).size).toBe(1)
  })
})

describe('a repository address that Git may call', () => {
  test.each(goodRepositoryAddresses)(
    '%s is saved, and Git connects to the address that was checked',
    async (url) => {
      resolveBy(async () => [ip('8.8.8.8')])
      const { id: stackId } = await create(url)
      await change(stackId, { gitRepositoryUrl: url, gitPassword: 'p' })
      expect((await rowOf(stackId)).gitRepositoryUrl).toBe(url)
      const route = await app.current.ctx.outgoing.routeToRepository(url)
      const isLiteral = /^https:\/\/[[\d]/.test(url)
      expect(route).toEqual(isLiteral ? {} : { resolvedAddress: '8.8.8.8' })
    },
  )
})

describe('a stored Git password', () => {
  test('is not kept for another server that somebody names', async () => {
    const { id: stackId } = await create(goodUrl)
    const problem = await problemOf(change(stackId, { gitRepositoryUrl: 'https://other.example.com/r.git' }))
    expect(problem).toMatchObject({
      type: 'validationFailed',
      validationErrors: [{ property: 'gitPassword' }],
    })
    expect(await rowOf(stackId)).toMatchObject({ gitRepositoryUrl: goodUrl })
  })

  test('is kept for another repository of the same server', async () => {
    const { id: stackId } = await create(goodUrl)
    await change(stackId, { gitRepositoryUrl: 'https://git.example.com/other.git' })
    expect(openGitPassword(app.current.ctx.secrets, await rowOf(stackId))).toBe('stored-password')
  })

  test('is replaced with the address, and cleared by null', async () => {
    const { id: stackId } = await create(goodUrl)
    await change(stackId, { gitRepositoryUrl: 'https://other.example.com/r.git', gitPassword: 'new' })
    expect(openGitPassword(app.current.ctx.secrets, await rowOf(stackId))).toBe('new')
    await change(stackId, { gitRepositoryUrl: goodUrl, gitPassword: null })
    expect(await rowOf(stackId)).toMatchObject({ gitRepositoryUrl: goodUrl, gitPasswordSealed: null })
  })

  test('does not open for another origin, whoever changes the address', async () => {
    const { id: stackId } = await create(goodUrl)
    await plant(stackId, { gitRepositoryUrl: 'https://other.example.com/r.git' })
    const row = await rowOf(stackId)
    expect(() => openGitPassword(app.current.ctx.secrets, row)).toThrow(SecretError)
  })

  test('of an earlier release is bound to its origin at the start of the server, once', async () => {
    const { ctx } = app.current
    const { id: stackId } = await create(goodUrl)
    const { dataKeyWrapped } = await rowOf(stackId)
    const key = { ownerId: stackId, wrapped: dataKeyWrapped ?? '' }
    const place = { table: 'stack', column: 'git_password_sealed', rowId: stackId }
    await plant(stackId, {
      gitRepositoryUrl: 'https://u:p@git.example.com/r.git',
      gitPasswordSealed: createSecrets(testMasterKey).seal(key, place, 'from before'),
    })
    await bindGitPasswords(ctx)
    const bound = await rowOf(stackId)
    expect(bound.gitRepositoryUrl).toBe(goodUrl)
    expect(openGitPassword(ctx.secrets, bound)).toBe('from before')
    await bindGitPasswords(ctx)
    expect(await rowOf(stackId)).toEqual(bound)
    expect(() => ctx.secrets.open(key, place, bound.gitPasswordSealed ?? '')).toThrow(SecretError)
  })
})
