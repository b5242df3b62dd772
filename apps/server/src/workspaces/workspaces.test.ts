import { ProblemError } from '@sluice/contract/client'
import { listedWorkspace } from '@sluice/contract/workspace'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'
import { listStacks } from '../stacks/stack-store.ts'
import { findWorkspace } from './workspace-store.ts'
import { viewWorkspace } from './workspace-views.ts'

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

  test('[W-369] a taken name is a conflict', async () => {
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

  const slugRule =
    'Entity slug must be at least one character, and may contain only lower-case English letters, numbers and non-consecutive hyphens'
  test.each([
    ['name', 'Workspace name is required', { 'Workspace name cannot be longer than 512 characters': 513 }],
    ['slug', slugRule, { 'Entity slug must not be longer than 128 characters': 129 }],
    ['companyName', 'Company name is required', {}],
    ['firstName', 'First name is required', {}],
    ['lastName', 'Last name is required', {}],
  ])('[W-273] do not lose their %s, which keeps its rule', async (property, required, tooLong) => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await create(user, `Keeps its ${property}`)
    const before = await user.client.workspaces.list()
    const send = async (value: string) => {
      const init = { method: 'PATCH', headers: { 'content-type': 'application/json' } }
      const body = JSON.stringify({ [property]: value })
      const path = `/workspaces/${workspaceId}`
      return (await app.current.fetch(path, { ...init, body }, user.accessToken)).json()
    }
    const wrong = new Map([[' ', required]])
    if (property === 'slug') wrong.set('a b', slugRule)
    for (const [message, length] of Object.entries(tooLong)) wrong.set('a'.repeat(length), message)
    for (const [value, description] of wrong)
      expect(await send(value)).toMatchObject({
        type: 'validationFailed',
        validationErrors: [{ property, description }],
      })
    expect(await user.client.workspaces.list()).toEqual(before)
  })

  test('[W-312][W-274] an update changes only the properties that are sent, and an empty phone number becomes null', async () => {
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

  test('[W-231] belong to whoever created them, as an administrator among their members', async () => {
    const user = await app.current.signIn()
    const { id } = await create(user, 'Of its creator')
    const view = await app.current.ctx.database.asSystem((tx) => viewWorkspace(tx, id))
    expect(view).toMatchObject({ createdByUserId: user.userId, ownerUserId: user.userId })
    expect(view?.members).toMatchObject([{ userId: user.userId, accessLevel: 'Administrator' }])
  })

  test('[W-199][W-006] have their fields, and hold members, invitations and stacks', async () => {
    const user = await app.current.signIn()
    const { ids } = await createObjectTree(app.current, user)
    const [listed]: unknown[] = listedWorkspace
      .loose()
      .array()
      .parse(await (await app.current.fetch('/workspaces', {}, user.accessToken)).json())
    expect(listed).toEqual({
      id: ids.workspaceId,
      slug: expect.any(String),
      name: expect.stringMatching(/^Workspace /),
      createdUtc: expect.stringMatching(/Z$/),
      createdByUserId: user.userId,
      ownerUserId: user.userId,
      companyName: 'Acme',
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: '+1 555',
      licenseKeyIsSet: true,
      accessLevel: 'Administrator',
    })
    const { database } = app.current.ctx
    const view = await database.asSystem((tx) => viewWorkspace(tx, ids.workspaceId))
    expect(view?.members.map(({ id }) => id)).toEqual([ids.memberId])
    expect(view?.invitations.map(({ id }) => id)).toEqual([ids.invitationId])
    const stacks = await database.asSystem((tx) => listStacks(tx, ids.workspaceId))
    expect(stacks.map(({ id }) => id)).toEqual([ids.stackId])
  })

  test('[W-315] give the CLI access token to their administrators, always the same, and keep it sealed', async () => {
    const [owner, reader] = [await app.current.signIn(), await app.current.signIn()]
    const tree = await createObjectTree(app.current, owner)
    await tree.addMember(reader.userId, 'Reader')
    const params = { workspaceId: tree.ids.workspaceId }
    const { licenseKey } = await owner.client.workspaces.getLicenseKey({ params })
    expect(licenseKey).toMatch(/^[\w-]{43}$/)
    expect(await owner.client.workspaces.getLicenseKey({ params })).toEqual({ licenseKey })
    const refused = await problemOf(reader.client.workspaces.getLicenseKey({ params }))
    expect(refused.type).toBe('userNotAuthorized')
    const row = await app.current.ctx.database.asSystem((tx) => findWorkspace(tx, params.workspaceId))
    expect(JSON.stringify(row)).not.toContain(licenseKey)
  })

  test('of before there were CLI access tokens get one when it is asked for', async () => {
    const user = await app.current.signIn()
    const { id: workspaceId } = await create(user, 'Older than tokens')
    await app.current.ctx.database.asSystem((tx) =>
      tx
        .update(workspace)
        .set({ licenseKeySealed: null, licenseKeyHash: null })
        .where(eq(workspace.id, workspaceId)),
    )
    const read = () => user.client.workspaces.getLicenseKey({ params: { workspaceId } })
    const [one, other] = await Promise.all([read(), read()])
    expect(one).toEqual(other)
  })
})
