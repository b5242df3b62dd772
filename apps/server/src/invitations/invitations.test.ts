import { accessLevels } from '@sluice/contract/access-levels'
import { invitation as invitationSchema, invitationInfo } from '@sluice/contract/invitation'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { viewWorkspace } from '../workspaces/workspace-views.ts'
import { endsIn, invite, mailsTo } from './testing/invite.ts'

const app = testApp()
let owner: SignedIn
let administrator: SignedIn
let tree: ObjectTree
let workspaceId: string

beforeAll(async () => {
  // The first account administers the installation and may do everything, so the tests use other accounts.
  await app.current.signIn()
  ;[owner, administrator] = [await app.current.signIn(), await app.current.signIn()]
  tree = await createObjectTree(app.current, owner)
  await tree.addMember(administrator.userId, 'Administrator')
  ;({ workspaceId } = tree.ids)
})

/** The workspace as it is pushed. */
const pushed = async () => {
  const workspace = await app.current.ctx.database.inWorkspace(workspaceId, null, async (tx) =>
    viewWorkspace(tx, workspaceId),
  )
  if (!workspace) throw new Error('The workspace is gone.')
  return workspace
}
const isOpen = async (id: string) => (await pushed()).invitations.some((open) => open.id === id)
const memberOf = async ({ userId }: SignedIn) =>
  (await pushed()).members.find((member) => member.userId === userId)
const day = 86_400_000
const daysLeft = (validUntilUtc: string) => (Date.parse(validUntilUtc) - Date.now()) / day

/** The access level of what is made of a body, undefined where it is refused. */
const accessLevelMadeOf = async (given: object) => {
  const body = JSON.stringify({ sendToEmailAddress: `${newId()}@example.com`, ...given })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  const path = `/workspaces/${workspaceId}/invitations`
  const response = await app.current.fetch(path, init, owner.accessToken)
  const answer: unknown = await response.json()
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'accessLevel') : null
}

describe('an invitation', () => {
  test('[W-320][W-201][W-202] is returned with its id and all of its fields', async () => {
    const to = `${newId()}@example.com`
    const body = { sendToEmailAddress: to, accessLevel: 'Operator' as const }
    const made = await administrator.client.invitations.create({ params: { workspaceId }, body })
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(invitationSchema.shape).toSorted())
    expect(made).toMatchObject({
      workspaceId,
      sendToEmailAddress: to,
      accessLevel: 'Operator',
      createdByUserId: administrator.userId,
      isExpired: false,
      createdByMember: { userId: administrator.userId, status: 'Active' },
    })
    expect((await pushed()).invitations.find(({ id }) => id === made.id)).toEqual(made)
    await endsIn(app.current, made.id, -1)
    expect((await pushed()).invitations.find(({ id }) => id === made.id)).toMatchObject({ isExpired: true })
  })

  test('[W-022] reaches the invited person by mail, whose link makes a member with its access level', async () => {
    const guest = await app.current.signIn()
    await invite(owner, workspaceId, { to: guest.emailAddress, accessLevel: 'Contributor' })
    const [mail] = await mailsTo(app.current, guest.emailAddress)
    const { origin } = new URL(app.current.ctx.config.publicUrl)
    const [address = ''] = /https?:\S+/.exec(mail?.body ?? '') ?? []
    const { origin: linked, pathname, searchParams } = new URL(address)
    const [, place, id, invitationId = ''] = pathname.split('/')
    expect([linked, place, id]).toEqual([origin, 'invitation', workspaceId])
    const query = { token: searchParams.get('token') ?? '' }
    await guest.client.invitations.accept({ params: { workspaceId, invitationId }, query })
    expect(await memberOf(guest)).toMatchObject({ status: 'Active', accessLevel: 'Contributor' })
  })

  test('[W-276] has one of the four roles, without one Reader, and no other value', async () => {
    for (const accessLevel of accessLevels) expect(await accessLevelMadeOf({ accessLevel })).toBe(accessLevel)
    expect(await accessLevelMadeOf({})).toBe('Reader')
    for (const accessLevel of [null, '', 'Owner', 3])
      expect(await accessLevelMadeOf({ accessLevel })).toBeUndefined()
  })

  test('[W-323] has a token that only its link holds: the database and the push have no part of it', async () => {
    const { link, sendToEmailAddress } = await invite(owner, workspaceId)
    const { token } = link.query
    expect(token).toMatch(/^[\w-]{43}$/)
    expect((await mailsTo(app.current, sendToEmailAddress))[0]?.body).toContain(`token=${token}`)
    const rows = await app.current.ctx.database.asSystem(async (tx) => tx.select().from(invitation))
    expect(JSON.stringify([rows, await pushed()])).not.toContain(token)
  })

  test('goes to one plain address only', async () => {
    const texts = [
      'a@b.example\r\nBcc: e@x.example',
      'a@b.example, c@d.example',
      'a (x) <e@x.example>',
      'a@b',
    ]
    for (const to of ['', 'a', ...texts, `${'a'.repeat(250)}@b.example`]) {
      expect((await problemOf(invite(owner, workspaceId, { to }))).type).toBe('validationFailed')
    }
  })

  test('to an address that is invited or that an active member has is a conflict', async () => {
    const to = `Twice-${newId()}@example.com`
    const [first, ...more] = (
      await Promise.allSettled(Array.from({ length: 8 }, async () => invite(owner, workspaceId, { to })))
    ).toSorted((a) => (a.status === 'fulfilled' ? -1 : 1))
    expect(first?.status).toBe('fulfilled')
    expect(more.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'rejected'))
    for (const taken of [to.toLowerCase(), administrator.emailAddress.toUpperCase()]) {
      expect(await problemOf(invite(owner, workspaceId, { to: taken }))).toMatchObject({
        type: 'entityConflict',
        validationErrors: [{ property: 'sendToEmailAddress' }],
      })
    }
  })
})

describe('the link of an invitation', () => {
  test('[W-324][W-203] shows what is offered, without sign-in', async () => {
    const { link, validUntilUtc } = await invite(owner, workspaceId)
    const info = await app.current.client().invitations.getInfo(link)
    const { name } = await pushed()
    expect(Object.keys(info).toSorted()).toEqual(Object.keys(invitationInfo.shape).toSorted())
    expect(info).toEqual({
      workspaceName: name,
      workspaceCompanyName: 'Acme',
      createdByEmailAddress: owner.emailAddress,
      createdByFirstName: 'Ada',
      createdByLastName: 'Lovelace',
      validUntilUtc,
    })
  })

  test('[W-325][W-233] makes whoever accepts a member, and works once', async () => {
    const guest = await app.current.signIn()
    const { id, link } = await invite(administrator, workspaceId, { accessLevel: 'Operator' })
    await guest.client.invitations.accept(link)
    expect(await memberOf(guest)).toMatchObject({
      status: 'Active',
      accessLevel: 'Operator',
      invitedByUserId: administrator.userId,
    })
    expect((await guest.client.workspaces.list()).map((one) => one.id)).toEqual([workspaceId])
    expect(await isOpen(id)).toBe(false)
    const other = await app.current.signIn()
    expect((await problemOf(other.client.invitations.accept(link))).type).toBe('entityNotFound')
  })

  test('[W-005] lets a signed-in user join a workspace who may create one too, and no visitor does either', async () => {
    const guest = await app.current.signIn()
    const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'King', phoneNumber: '+1 555' }
    const own = { body: { name: `Own ${newId()}`, ...contact } }
    const { link } = await invite(owner, workspaceId)
    const visitor = app.current.client()
    for (const call of [() => visitor.workspaces.create(own), () => visitor.invitations.accept(link)])
      expect((await problemOf(call())).status).toBe(401)
    await guest.client.invitations.accept(link)
    const { id } = await guest.client.workspaces.create(own)
    const listed = await guest.client.workspaces.list()
    expect(listed.map((each) => each.id).toSorted()).toEqual([id, workspaceId].toSorted())
  })

  test('[W-292] needs a sign-in to be accepted', async () => {
    const { id, link } = await invite(owner, workspaceId)
    const refused = await problemOf(app.current.client().invitations.accept(link))
    expect(refused).toMatchObject({ type: 'userNotAuthorized', status: 401 })
    expect(await isOpen(id)).toBe(true)
  })

  test('[W-293] is not accepted by a member, and stays for somebody else', async () => {
    const { id, link } = await invite(owner, workspaceId, { accessLevel: 'Reader' })
    expect((await problemOf(administrator.client.invitations.accept(link))).type).toBe('userAlreadyMember')
    expect(await memberOf(administrator)).toMatchObject({ accessLevel: 'Administrator' })
    expect(await isOpen(id)).toBe(true)
  })

  test('[W-364] is not accepted once it has expired, but can be looked at and declined', async () => {
    const guest = await app.current.signIn()
    const { id, link } = await invite(owner, workspaceId)
    await endsIn(app.current, id, -1)
    expect(await problemOf(guest.client.invitations.accept(link))).toMatchObject({
      type: 'invitationExpired',
      title: 'The invitation has expired. Ask the sender to renew the invitation.',
    })
    expect(await memberOf(guest)).toBeUndefined()
    expect(Date.parse((await guest.client.invitations.getInfo(link)).validUntilUtc)).toBeLessThan(Date.now())
    await app.current.client().invitations.reject(link)
    expect(await isOpen(id)).toBe(false)
  })

  test('[W-152][W-321] lives its whole time again after a renewal, which mails it once more', async () => {
    const guest = await app.current.signIn()
    const { id, link, sendToEmailAddress } = await invite(owner, workspaceId)
    await endsIn(app.current, id, -30 * 86_400)
    await administrator.client.invitations.extend({ params: link.params })
    const renewed = (await pushed()).invitations.find((one) => one.id === id)
    expect(daysLeft(renewed?.validUntilUtc ?? '')).toBeCloseTo(7, 2)
    const mails = await mailsTo(app.current, sendToEmailAddress)
    expect(mails.map(({ body }) => body.includes(link.query.token))).toEqual([true, true])
    await guest.client.invitations.accept(link)
    expect(await memberOf(guest)).toMatchObject({ status: 'Active' })
  })

  test('[W-232][W-322][W-326][W-365] is dead after a deletion and after it was declined', async () => {
    const guest = await app.current.signIn()
    const [deleted, declined] = [await invite(owner, workspaceId), await invite(owner, workspaceId)]
    await administrator.client.invitations.delete({ params: deleted.link.params })
    await app.current.client().invitations.reject(declined.link)
    for (const { id, link } of [deleted, declined]) {
      expect(await isOpen(id)).toBe(false)
      const { getInfo, accept, reject } = guest.client.invitations
      for (const call of [getInfo, accept, reject]) {
        expect(await problemOf(call(link))).toMatchObject({ type: 'entityNotFound', status: 404 })
      }
    }
  })

  test('[W-366] with an id of another form is told apart, one with a wrong id or token is not', async () => {
    const guest = await app.current.signIn()
    const { id, link } = await invite(owner, workspaceId)
    const { params, query } = link
    const other = await createObjectTree(app.current, guest)
    const wrong = [
      { params, query: { token: `${query.token}x` } },
      { params: { ...params, invitationId: newId() }, query },
      { params: { ...params, invitationId: tree.ids.invitationId }, query },
      { params: { ...params, workspaceId: other.ids.workspaceId }, query },
    ]
    const { getInfo, accept, reject } = guest.client.invitations
    for (const one of wrong) {
      for (const call of [getInfo, accept, reject]) {
        const { traceId: _trace, instance: _instance, ...answer } = await problemOf(call(one))
        expect(answer).toEqual({
          type: 'entityNotFound',
          title: expect.any(String),
          detail: null,
          status: 404,
        })
      }
    }
    for (const name of ['workspaceId', 'invitationId']) {
      const call = getInfo({ params: { ...params, [name]: 'x' }, query })
      expect(await problemOf(call)).toMatchObject({ type: 'entityIdInvalid', status: 400 })
    }
    expect(await isOpen(id)).toBe(true)
  })

  test('gives a removed member the former membership back, with the new role', async () => {
    const guest = await app.current.signIn()
    const memberId = await tree.addMember(guest.userId, 'Administrator', 'Removed')
    const { link } = await invite(owner, workspaceId, { to: guest.emailAddress })
    await guest.client.invitations.accept(link)
    expect(await memberOf(guest)).toMatchObject({ id: memberId, status: 'Active', accessLevel: 'Reader' })
  })

  test('shows no inviter whose account is gone', async () => {
    const { id, link } = await invite(owner, workspaceId)
    await app.current.ctx.database.asSystem(async (tx) =>
      tx.update(invitation).set({ createdByUserId: null }).where(eq(invitation.id, id)),
    )
    expect(await app.current.client().invitations.getInfo(link)).toMatchObject({
      createdByEmailAddress: null,
      createdByFirstName: null,
      createdByLastName: null,
    })
  })
})
