import { beforeEach, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { type SignedIn, testApp } from '../api/testing/test-app.ts'
import { recordAudit } from './record-audit.ts'
import { asOwnerOfTables, recordEvents } from './testing/audit-scene.ts'

const administrator = 'root@example.com'
const app = testApp({ settings: { SLUICE_GLOBAL_ADMINS: administrator } })
let owner: SignedIn
let root: SignedIn
let tree: ObjectTree

beforeEach(async () => {
  root ??= await app.current.signInAsAdministrator(administrator)
  owner ??= await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})

const verify = async () => owner.client.auditLog.verify({ params: tree.ids })
const record = async (count: number) => recordEvents(app.current, tree.ids.workspaceId, count)

describe('the chain', () => {
  test('has no gap and no branch when many write at once', async () => {
    await Promise.all(Array.from({ length: 20 }, async () => record(2)))
    const { events } = await owner.client.auditLog.list({ params: tree.ids, query: {} })
    expect(events.map(({ sequence }) => sequence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
    expect(await verify()).toMatchObject({ isIntact: true, eventCount: 40, firstFault: null })
  })

  test('leaves no place for what was rolled back', async () => {
    await record(1)
    const failed = app.current.ctx.database.inWorkspace(tree.ids.workspaceId, null, async (tx) => {
      await recordAudit(tx, { action: 'stack.updated', actorUserId: null, workspaceId: tree.ids.workspaceId })
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    await record(1)
    expect(await verify()).toMatchObject({ isIntact: true, eventCount: 2 })
  })

  const second = 'id = (select event_id from audit_link where chain_id = $1 and sequence = 2)'
  test.each([
    {
      what: 'a changed detail',
      change: `update audit_event set details = '{"n": 9}' where ${second}`,
      fault: { kind: 'EventChanged', sequence: 2 },
    },
    {
      what: 'another person',
      change: `update audit_event set actor_user_id = $1 where ${second}`,
      fault: { kind: 'EventChanged', sequence: 2 },
    },
    {
      what: 'a moved time',
      change: `update audit_event set created_utc = created_utc - interval '1 day' where ${second}`,
      fault: { kind: 'EventChanged', sequence: 2 },
    },
    {
      what: 'an event that is gone',
      change: `delete from audit_event where ${second}`,
      fault: { kind: 'EventMissing', sequence: 2 },
    },
    {
      what: 'an event that is gone with its link',
      change: 'delete from audit_link where chain_id = $1 and sequence = 2',
      fault: { kind: 'EventMissing', sequence: 3 },
    },
    {
      what: 'a new hash',
      change: "update audit_link set hash = sha256('x') where chain_id = $1 and sequence = 2",
      fault: { kind: 'EventChanged', sequence: 2 },
    },
    {
      what: 'the last link that is gone',
      change: 'delete from audit_link where chain_id = $1 and sequence = 3',
      fault: { kind: 'LinkMissing', sequence: null },
    },
  ])('shows $what', async ({ change, fault }) => {
    await record(3)
    expect((await verify()).isIntact).toBe(true)
    await asOwnerOfTables(app.current, [change, [tree.ids.workspaceId]])
    expect(await verify()).toMatchObject({ isIntact: false, firstFault: fault })
    expect(await root.client.auditLog.verifyOfInstallation()).toMatchObject({ isIntact: false })
    await asOwnerOfTables(
      app.current,
      ['delete from audit_link where chain_id = $1', [tree.ids.workspaceId]],
      ['delete from audit_event where workspace_id = $1', [tree.ids.workspaceId]],
    )
  })

  test('ends in another hash when newer events were cut off', async () => {
    await record(3)
    const before = await verify()
    const last = '(select event_id from audit_link where chain_id = $1 and sequence = 3)'
    await asOwnerOfTables(
      app.current,
      [`delete from audit_event where id = ${last}`, [tree.ids.workspaceId]],
      ['delete from audit_link where chain_id = $1 and sequence = 3', [tree.ids.workspaceId]],
    )
    const after = await verify()
    expect([before.eventCount, after.eventCount]).toEqual([3, 2])
    expect(after.lastHash).not.toBe(before.lastHash)
  })

  test("cannot be written by the server's roles", async () => {
    await record(1)
    for (const statement of [
      "update audit_link set hash = ''",
      'delete from audit_link',
      'delete from audit_event',
    ])
      await expect(
        app.current.ctx.database.asSystem(async (tx) => tx.execute(statement)),
      ).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})
