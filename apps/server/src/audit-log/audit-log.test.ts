import { createHash } from 'node:crypto'
import { limits } from '@sluice/contract/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { newId } from '../platform/ids.ts'
import { recordAudit } from './record-audit.ts'
import { linesOf, recordEvents } from './testing/audit-scene.ts'

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

const list = async (query: object = {}) => owner.client.auditLog.list({ params: tree.ids, query })
const verify = async () => owner.client.auditLog.verify({ params: tree.ids })
const rename = async (name: string) => owner.client.stacks.update({ params: tree.ids, body: { name } })
const record = async (count: number, workspaceId = tree.ids.workspaceId) =>
  recordEvents(app.current, workspaceId, count)

describe('the audit log of a workspace', () => {
  test('says what was done, by whom, to what and from where, newest first', async () => {
    await rename('First')
    await owner.client.members.update({
      params: { ...tree.ids, memberId: await tree.addMember((await app.current.signIn()).userId, 'Reader') },
      body: { accessLevel: 'Operator' },
    })
    const { events, nextBefore } = await list()
    expect(events).toMatchObject([
      {
        action: 'member.accessLevelChanged',
        actorUserId: owner.userId,
        actorName: 'Ada Lovelace',
        actorEmailAddress: owner.emailAddress,
        workspaceId: tree.ids.workspaceId,
        subjectType: 'Member',
        subjectName: 'Ada Lovelace',
        details: { from: 'Reader', to: 'Operator' },
        ipAddress: '127.0.0.1',
        sequence: 2,
      },
      { action: 'stack.updated', subjectName: 'First', subjectId: tree.ids.stackId, sequence: 1 },
    ])
    expect(events[0]?.traceId).toMatch(/^[0-9a-f-]{32,36}$/)
    expect(nextBefore).toBeNull()
  })

  test('comes in pages that hold each event once', async () => {
    await record(limits.auditEvents + 20)
    const first = await list()
    expect(first.events).toHaveLength(limits.auditEvents)
    const second = await list({ before: first.nextBefore })
    expect(second.nextBefore).toBeNull()
    const numbers = [...first.events, ...second.events].map(({ sequence }) => sequence)
    expect(numbers).toEqual(Array.from({ length: limits.auditEvents + 20 }, (_, n) => numbers.length - n))
  })

  test('can be narrowed to a kind of event, a person and a time', async () => {
    await rename('Second')
    await record(1)
    const actionsOf = async (query: object) =>
      (await list(query)).events.map(({ actorUserId }) => actorUserId)
    expect(await actionsOf({ action: 'stack.updated' })).toEqual([null, owner.userId])
    expect(await actionsOf({ action: 'stack.deleted' })).toEqual([])
    expect(await actionsOf({ actorUserId: owner.userId })).toEqual([owner.userId])
    expect(await actionsOf({ sinceUtc: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
    expect(await actionsOf({ sinceUtc: new Date(Date.now() - 60_000).toISOString() })).toHaveLength(2)
    expect((await problemOf(list({ sinceUtc: 'yesterday' }))).type).toBe('validationFailed')
    expect((await problemOf(list({ everything: 'yes' }))).type).toBe('postPropertyNotAllowed')
  })

  test('holds nothing of another workspace, whatever event a page is asked to begin after', async () => {
    await record(1)
    const theirs = await createObjectTree(app.current, await app.current.signIn())
    await record(3, theirs.ids.workspaceId)
    const { rows } = await app.current.ctx.database.asSystem(async (tx) =>
      tx.execute<{ id: string }>(
        `select id from audit_event where workspace_id = '${theirs.ids.workspaceId}' order by id desc limit 1`,
      ),
    )
    const before = rows[0]?.id ?? ''
    expect((await list()).events).toHaveLength(1)
    expect((await list({ before })).events).toEqual([])
    expect(linesOf(await owner.client.auditLog.download({ params: tree.ids, query: {} }))).toHaveLength(1)
    expect(await owner.client.auditLog.download({ params: tree.ids, query: { after: before } })).toBe('')
  })

  test('names the jobs that were started, with their environment and how they ended', async () => {
    const { workspaceId, stackId, jobId } = tree.ids
    await app.current.ctx.database.asSystem(async (tx) =>
      recordAudit(tx, {
        action: 'job.submitted',
        workspaceId,
        actorUserId: owner.userId,
        subject: { type: 'Stack', id: stackId },
        details: { command: 'FlowIn', jobIds: [jobId, newId()] },
      }),
    )
    const [event] = (await list()).events
    expect(event?.jobs).toMatchObject([
      { id: jobId, commandName: 'FlowIn', environmentName: 'QA', isProduction: false, outcome: 'Succeeded' },
    ])
  })

  test('names what was deleted as it was called', async () => {
    const { id } = await owner.client.schedules.create({
      params: tree.ids,
      body: {
        name: 'Weekly',
        jobCommandName: 'FlowIn',
        jobTemplate: { environmentFilter: { include: { all: true } } },
        recurrence: '@weekly',
      },
    })
    await owner.client.schedules.delete({ params: { ...tree.ids, scheduleId: id } })
    expect((await list()).events).toMatchObject([
      { action: 'schedule.deleted', subjectName: 'Weekly' },
      { action: 'schedule.created', subjectName: 'Weekly' },
    ])
  })
})

describe('the export', () => {
  test('has one line an event, oldest first, and stands in the log itself', async () => {
    await rename('Third')
    await record(2)
    const lines = linesOf(await owner.client.auditLog.download({ params: tree.ids, query: {} }))
    expect(lines.map(({ sequence, action }) => [sequence, action])).toEqual([
      [1, 'stack.updated'],
      [2, 'stack.updated'],
      [3, 'stack.updated'],
    ])
    expect(lines[0]).toMatchObject({ actorEmailAddress: owner.emailAddress, subjectId: tree.ids.stackId })
    expect((await list()).events[0]?.action).toBe('auditLog.exported')
    const after = lines[1]?.id
    const rest = linesOf(await owner.client.auditLog.download({ params: tree.ids, query: { after } }))
    expect(rest.map(({ sequence }) => sequence)).toEqual([3, 4])
    expect((await list({ action: 'auditLog.exported' })).events).toHaveLength(1)
  })

  test('is enough to compute every hash again', async () => {
    await rename('Fourth: ä "quoted" \\ and broken')
    await record(3)
    let previous = Buffer.alloc(0)
    for (const line of linesOf(await owner.client.auditLog.download({ params: tree.ids, query: {} }))) {
      const covered = [
        line.sequence,
        line.id,
        line.createdUtc,
        line.workspaceId,
        line.actorUserId,
        line.action,
        line.subjectType,
        line.subjectId,
        line.details,
        line.ipAddress,
        line.traceId,
      ]
      const hash = createHash('sha256').update(previous).update(jsonText(covered)).digest()
      expect(hash.toString('hex')).toBe(line.hash)
      previous = hash
    }
    expect((await verify()).isIntact).toBe(true)
  })
})

/** JSON as PostgreSQL writes a `jsonb` value: a space after each comma and colon. */
function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${jsonText(inner)}`)
    .join(', ')}}`
}

describe('the audit log of the installation', () => {
  test('is for global administrators only', async () => {
    const { auditLog } = owner.client
    const events = await problemOf(auditLog.listOfInstallation({ query: {} }))
    const lines = await problemOf(auditLog.downloadOfInstallation({ query: {} }))
    const verification = await problemOf(auditLog.verifyOfInstallation())
    expect([events.type, lines.type, verification.type]).toEqual(Array(3).fill('userNotAuthorized'))
  })

  test('holds what belongs to no workspace, and what was done in deleted ones, and nothing of the others', async () => {
    await record(1)
    const stranger = await app.current.signIn()
    const contact = { companyName: 'Acme', firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+1 555' }
    const { id: workspaceId } = await stranger.client.workspaces.create({
      body: { name: newId(), ...contact },
    })
    await stranger.client.workspaces.delete({ params: { workspaceId } })
    const { events } = await root.client.auditLog.listOfInstallation({
      query: { actorUserId: stranger.userId },
    })
    expect(events.map((event) => [event.action, event.workspaceId])).toEqual([
      ['workspace.deleted', workspaceId],
      ['workspace.created', workspaceId],
      ['user.signedIn', null],
      ['user.registered', null],
    ])
    const lines = linesOf(await root.client.auditLog.downloadOfInstallation({ query: {} }))
    expect(lines.filter((line) => line.workspaceId === tree.ids.workspaceId)).toEqual([])
    expect(lines.filter((line) => line.workspaceId === workspaceId)).toHaveLength(2)
    const [exported] = (await root.client.auditLog.listOfInstallation({ query: {} })).events
    expect(exported).toMatchObject({ action: 'auditLog.installationExported', actorUserId: root.userId })
  })

  test('is intact with all others', async () => {
    await record(2)
    expect(await root.client.auditLog.verifyOfInstallation()).toMatchObject({
      isIntact: true,
      firstFault: null,
    })
  })
})
