import { limits } from '@sluice/contract/limits'
import { expect, test } from 'vitest'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, testApp } from '../api/testing/test-app.ts'
import { invitation } from '../platform/database/schema/workspaces.ts'
import { newId } from '../platform/ids.ts'
import { invite } from './testing/invite.ts'

const app = testApp({ settings: { SLUICE_RATE_LIMIT_FACTOR: '1', SLUICE_TRUST_PROXY: 'true' } })

test('a workspace mails twenty invitations an hour, renewed and deleted ones counted in, and others their own', async () => {
  const owner = await app.current.signIn()
  const mine = await createObjectTree(app.current, owner)
  const theirs = await createObjectTree(app.current, owner)
  const { workspaceId } = mine.ids
  const create = async (to: string) =>
    owner.client.invitations.create({ params: { workspaceId }, body: { sendToEmailAddress: to } })
  const made = await create('first@example.com')
  const params = { workspaceId, invitationId: made.id }
  await owner.client.invitations.extend({ params })
  await owner.client.invitations.delete({ params })
  for (let n = 2; n < limits.invitationsPerHour; n += 1) await create(`${n}@example.com`)
  expect(await problemOf(create('more@example.com'))).toMatchObject({
    type: 'tooManyRequests',
    detail: 'A workspace can mail 20 invitations an hour.',
  })
  const renewal = owner.client.invitations.extend({
    params: { workspaceId, invitationId: mine.ids.invitationId },
  })
  expect((await problemOf(renewal)).type).toBe('tooManyRequests')
  await invite(owner, theirs.ids.workspaceId)
})

test('a workspace has two hundred invitations at a time', async () => {
  const owner = await app.current.signIn()
  const { ids } = await createObjectTree(app.current, owner)
  const { workspaceId } = ids
  await app.current.ctx.database.asSystem(async (tx) =>
    tx.insert(invitation).values(
      Array.from({ length: limits.openInvitations - 2 }, () => ({
        id: newId(),
        workspaceId,
        sendToEmailAddress: `${newId()}@example.com`,
        accessLevel: 'Reader' as const,
        validUntilUtc: new Date(),
        tokenHash: 'hash',
        tokenSealed: 'sealed',
      })),
    ),
  )
  await invite(owner, workspaceId)
  expect(await problemOf(invite(owner, workspaceId))).toMatchObject({
    type: 'entityConflict',
    detail: 'A workspace can have 200 invitations at a time. Delete some first.',
  })
})

const look = async (from: string) => {
  const path = `/workspaces/${newId()}/invitations/${newId()}/info?token=x`
  return (await app.current.fetch(path, { headers: { 'x-forwarded-for': from } })).status
}

test('links are tried thirty times a minute from one address', async () => {
  const statuses = []
  for (let n = 0; n < 31; n += 1) statuses.push(await look('192.0.2.1'))
  expect([statuses.indexOf(429), await look('192.0.2.2')]).toEqual([30, 404])
})
