import { ProblemError } from '@sluice/contract/client'
import { listedWorkspace } from '@sluice/contract/workspace'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'

const app = testApp()
let administrator: SignedIn
// The first account administers the installation and may do everything, so the tests use other accounts.
beforeAll(async () => {
  administrator = await app.current.signIn()
})

const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555 01' }
const create = async (user: SignedIn, name: string) =>
  user.client.workspaces.create({ body: { name, ...contact } })

describe('workspaces', () => {
  test('[W-311] get a slug from their name, and the creator owns them', async () => {
    const user = await app.current.signIn()
    const { id, slug } = await create(user, 'Ünïque & Söns')
    expect(slug).toBe('unique-sons')
    expect(await user.client.workspaces.list()).toMatchObject([
      { id, ownerUserId: user.userId, accessLevel: 'Administrator' },
    ])
  })

  test('slugs of like names get numbers', async () => {
    const user = await app.current.signIn()
    await create(user, 'Like this')
    expect((await create(user, 'Like: this')).slug).toBe('like-this-2')
  })

  test('a taken name is a conflict', async () => {
    const user = await app.current.signIn()
    await create(user, 'Taken')
    expect((await problemOf(create(user, 'TAKEN'))).type).toBe('entityConflict')
  })

  test('of ten with one name at once, one comes to be', async () => {
    const user = await app.current.signIn()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, async () => create(user, 'At once')))
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refusals).toHaveLength(9)
    expect(
      refusals.map(({ reason }) => (reason instanceof ProblemError ? reason.problem.status : reason)),
    ).toEqual(Array.from({ length: 9 }, () => 409))
  })

  test('[W-309] are listed for their members and the global administrator, and for no other user', async () => {
    const [owner, member, removed] = [
      await app.current.signIn(),
      await app.current.signIn(),
      await app.current.signIn(),
    ]
    const tree = await createObjectTree(app.current, owner)
    const { ids } = tree
    await tree.addMember(member.userId, 'Reader')
    await tree.addMember(removed.userId, 'Administrator', 'Removed')
    const own = await create(member, 'Own of the member')
    const listed = async ({ accessToken }: SignedIn) => {
      const response = await app.current.fetch('/workspaces', {}, accessToken)
      return listedWorkspace.array().parse(await response.json())
    }
    expect((await listed(owner)).map(({ id, accessLevel }) => [id, accessLevel])).toEqual([
      [ids.workspaceId, 'Administrator'],
    ])
    expect(new Map((await listed(member)).map(({ id, accessLevel }) => [id, accessLevel]))).toEqual(
      new Map([
        [own.id, 'Administrator'],
        [ids.workspaceId, 'Reader'],
      ]),
    )
    expect(await listed(removed)).toEqual([])
    const seen = new Map((await listed(administrator)).map(({ id, accessLevel }) => [id, accessLevel]))
    expect([seen.get(ids.workspaceId), seen.get(own.id)]).toEqual([null, null])
  })

  test('[W-312] change what is sent and nothing else', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await create(user, 'Changing')
    await user.client.workspaces.update({
      params: { workspaceId },
      body: { phoneNumber: '', slug: 'changed-slug' },
    })
    expect(await user.client.workspaces.list()).toMatchObject([
      { name: 'Changing', slug: 'changed-slug', phoneNumber: null, companyName: 'Acme' },
    ])
  })

  test('[W-285] a slug in use is a conflict', async () => {
    const user = await app.current.signIn()
    await create(user, 'First of two')
    const { id: workspaceId } = await create(user, 'Second of two')
    const call = user.client.workspaces.update({ params: { workspaceId }, body: { slug: 'first-of-two' } })
    expect((await problemOf(call)).validationErrors).toMatchObject([
      {
        code: 'EntitySlugDuplicate',
        description: 'Entity slug is already in use on another entity of the same type',
      },
    ])
  })

  test('[W-316] billing counts what is there', async () => {
    const user = await app.current.signIn()
    const { ids } = await createObjectTree(app.current, user)
    const billing = await user.client.workspaces.getBilling({ params: ids })
    expect(billing).toMatchObject({
      subscriptionStatus: 'Active',
      dataRetentionPeriod: '90 days',
      usage: { Environments: { inUseQuantity: 1, entitlementQuantity: null, availableQuantity: null } },
    })
  })
})

const withMember = async () => {
  const [owner, member] = [await app.current.signIn(), await app.current.signIn()]
  const tree = await createObjectTree(app.current, owner)
  await tree.addMember(member.userId, 'Reader')
  const give = async (from: SignedIn, ownerUserId: string) =>
    from.client.workspaces.update({ params: tree.ids, body: { ownerUserId } })
  return { owner, member, give, addMember: async (userId: string) => tree.addMember(userId, 'Reader') }
}

describe('ownership', () => {
  test('goes to another member, who can do everything from then on', async () => {
    const { owner, member, give } = await withMember()
    await give(owner, member.userId)
    expect((await problemOf(give(owner, owner.userId))).type).toBe('userNotAuthorized')
    await give(member, owner.userId)
  })

  test('[W-279] is not transferred to the owner, nor to a user who is no member', async () => {
    const { owner, give } = await withMember()
    const stranger = await app.current.signIn()
    expect((await problemOf(give(owner, owner.userId))).type).toBe('patchPropertyInvalid')
    expect((await problemOf(give(owner, stranger.userId))).type).toBe('patchPropertyInvalid')
  })

  test('has one holder after many transfers at once', async () => {
    const { owner, member, give, addMember } = await withMember()
    const other = await app.current.signIn()
    await addMember(other.userId)
    const candidates = [member, other, member, other]
    const outcomes = await Promise.allSettled(candidates.map(({ userId }) => give(owner, userId)))
    const [granted, ...more] = candidates.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(more).toEqual([])
    const [workspace] = await owner.client.workspaces.list()
    expect(workspace?.ownerUserId).toBe(granted?.userId)
  })
})
