import type { Schedule } from '@sluice/contract/schedule'
import { limits } from '@sluice/contract/limits'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createObjectTree, type ObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'
import { HubClient } from '../hub/testing/hub-client.ts'
import { auditEvent } from '../platform/database/schema/audit.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { newId } from '../platform/ids.ts'

const app = testApp()
const clients: HubClient[] = []
let owner: SignedIn
let tree: ObjectTree

beforeEach(async () => {
  // The first account administers the installation and may do everything, so the tests use another one.
  if (owner === undefined) await app.current.signIn()
  owner ??= await app.current.signIn()
  tree = await createObjectTree(app.current, owner)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.socket.terminate()
})

const all = { environmentFilter: { include: { all: true } } }
const nightly = {
  name: 'Every night',
  jobCommandName: 'FlowIn',
  jobTemplate: all,
  recurrence: '0 2 * * *',
} as const
const at = (scheduleId: string) => ({ ...tree.ids, scheduleId })
const create = async (changes: object = {}) => {
  const { id } = await owner.client.schedules.create({ params: tree.ids, body: { ...nightly, ...changes } })
  return id
}
const get = async (id: string): Promise<Schedule> => owner.client.schedules.get({ params: at(id) })
const update = async (id: string, body: object, by = owner) =>
  by.client.schedules.update({ params: at(id), body })
const enter = async () => {
  const client = await HubClient.enter(app.current.origin, tree.ids.workspaceId, owner.accessToken)
  clients.push(client)
  return client
}
const pushed = (client: HubClient, id: string) =>
  client
    .all('pushSchedules')
    .flatMap(({ schedules }) => schedules.filter((one) => one.id === id))
    .at(-1)
const asSystem: (typeof app.current.ctx.database)['asSystem'] = async (body) =>
  app.current.ctx.database.asSystem(body)
const refused = async (changes: object) => {
  const { type, validationErrors } = await problemOf(create(changes))
  return { type, errors: validationErrors?.map(({ property, description }) => `${property}: ${description}`) }
}

describe('a schedule', () => {
  test('[J-315][J-224][J-169][W-342] is created with defaults, gives its id and is pushed with all of its fields', async () => {
    const client = await enter()
    const id = await create()
    await client.until(() => pushed(client, id) !== undefined)
    const { createdUtc, nextOccurrenceUtc, jobTemplate, ...fields } = pushed(client, id) ?? {}
    expect(fields).toEqual({
      id,
      workspaceId: tree.ids.workspaceId,
      stackId: tree.ids.stackId,
      createdByUserId: owner.userId,
      runAsUserId: owner.userId,
      name: 'Every night',
      description: null,
      isEnabled: true,
      jobCommandName: 'FlowIn',
      recurrence: '0 2 * * *',
      lastExecutedUtc: null,
      problems: [],
    })
    expect(jobTemplate).toMatchObject({ mergeConflictsStrategy: 'AskForEach', retrieveMode: 'Auto' })
    expect(Math.abs(Date.now() - Date.parse(createdUtc ?? ''))).toBeLessThan(60_000)
    expect(nextOccurrenceUtc).toMatch(/T02:00:00.000Z$/)
    expect(await get(id)).toEqual(pushed(client, id))
  })

  test('stands in the list of its stack, and in no other', async () => {
    const id = await create({ name: 'A first one' })
    const list = await owner.client.schedules.list({ params: tree.ids })
    expect(list.map(({ id: one }) => one)).toEqual([id, tree.ids.scheduleId])
    const other = await createObjectTree(app.current, owner)
    expect((await owner.client.schedules.list({ params: other.ids })).map((one) => one.id)).toEqual([
      other.ids.scheduleId,
    ])
  })

  test('disabled at its creation has no next occurrence', async () => {
    expect(await get(await create({ isEnabled: false }))).toMatchObject({
      isEnabled: false,
      nextOccurrenceUtc: null,
    })
  })

  test('[J-161] needs a name', async () => {
    expect(await refused({ name: ' ' })).toEqual({
      type: 'validationFailed',
      errors: ['name: Schedule name is required'],
    })
    expect((await refused({ name: undefined })).errors).toEqual(['name: Schedule name is required'])
    expect((await problemOf(update(await create(), { name: '' }))).type).toBe('validationFailed')
  })

  test('[J-290] needs a recurrence that is a CRON expression or macro, and says of another that it is not valid', async () => {
    expect(await refused({ recurrence: ' ' })).toEqual({
      type: 'validationFailed',
      errors: ['recurrence: Recurrence is required'],
    })
    expect(await refused({ recurrence: '0 25 * * *' })).toEqual({
      type: 'cronExpressionInvalid',
      errors: ["recurrence: '0 25 * * *' is not a valid CRON expression"],
    })
    const id = await create({ recurrence: '@daily' })
    const later = await problemOf(update(id, { recurrence: 'soon' }))
    expect(later).toMatchObject({
      type: 'cronExpressionInvalid',
      detail: "'soon' is not a valid CRON expression",
    })
    expect((await get(id)).recurrence).toBe('@daily')
  })

  test('starts no other jobs than flows and deletions of environments', async () => {
    for (const jobCommandName of ['CreateEnvironment', 'InitializeStack', 'Onboarding', 'Nothing'])
      expect(await refused({ jobCommandName })).toEqual({
        type: 'validationFailed',
        errors: ['jobCommandName: A schedule cannot start jobs of this type'],
      })
  })

  test('names the setting that its command does not accept', async () => {
    const jobTemplate = { ...all, mergeConflictsStrategy: 'Sometimes', extra: 1 }
    const { type, errors } = await refused({ jobTemplate })
    expect(type).toBe('validationFailed')
    expect(errors).toEqual(
      expect.arrayContaining([expect.stringMatching(/^jobTemplate.mergeConflictsStrategy: /)]),
    )
    const none = { environmentFilter: { include: {} } }
    expect((await refused({ jobTemplate: none })).errors).toEqual([
      'jobTemplate.environmentFilter.include.ids: At least one environment must be selected',
      'jobTemplate.environmentFilter.include.tags: At least one tag must be specified',
    ])
  })

  test('names no environment of another stack, neither at its creation nor later', async () => {
    const { ids } = await createObjectTree(app.current, await app.current.signIn())
    const foreign = { environmentFilter: { include: { ids: [ids.environmentId] } } }
    const expected = ['jobTemplate.environmentFilter: The stack has no such environment']
    expect((await refused({ jobTemplate: foreign })).errors).toEqual(expected)
    const excluded = { environmentFilter: { include: { all: true }, thenExclude: { ids: [newId()] } } }
    expect((await refused({ jobTemplate: excluded })).errors).toEqual(expected)
    const merge = {
      sourceEnvironmentId: ids.environmentId,
      targetEnvironmentFilter: { include: { ids: [tree.ids.environmentId] } },
    }
    expect((await refused({ jobCommandName: 'FlowMerge', jobTemplate: merge })).errors).toEqual([
      'jobTemplate.sourceEnvironmentId: The stack has no such environment',
    ])
    const later = await problemOf(update(await create(), { jobTemplate: foreign }))
    expect(later.validationErrors?.map(({ property }) => property)).toEqual(['jobTemplate.environmentFilter'])
  })

  test('[J-316] takes new values for name, description, recurrence, settings and switch, one by one', async () => {
    const id = await create()
    const before = await get(id)
    const changes = [
      { name: 'Renamed' },
      { description: 'Why it is there' },
      { recurrence: '30 3 * * *' },
      { jobTemplate: { ...before.jobTemplate, checkOnly: true } },
      { isEnabled: false },
    ]
    for (const change of changes) {
      await update(id, change)
      expect(await get(id)).toMatchObject(change)
    }
    expect(await get(id)).toMatchObject(Object.assign({}, ...changes))
    for (const fixed of ['jobCommandName', 'runAsUserId', 'problems', 'nextOccurrenceUtc'])
      expect((await problemOf(update(id, { [fixed]: null }))).type).toBe('patchPropertyNotAllowed')
  })

  test('[J-258] loses its next occurrence when it is disabled and gets one when it is enabled', async () => {
    const id = await create({ recurrence: '30 3 * * *' })
    await update(id, { isEnabled: false })
    expect(await get(id)).toMatchObject({ isEnabled: false, nextOccurrenceUtc: null })
    await update(id, { isEnabled: true })
    const { isEnabled, nextOccurrenceUtc } = await get(id)
    expect(isEnabled).toBe(true)
    expect(nextOccurrenceUtc).toMatch(/T03:30:00.000Z$/)
    expect(Date.parse(nextOccurrenceUtc ?? '')).toBeGreaterThan(Date.now())
  })

  test('a change of its time sets the next occurrence; a change of its name keeps an occurrence that is due', async () => {
    const id = await create({ recurrence: '30 3 * * *' })
    await update(id, { recurrence: '45 4 * * *' })
    expect((await get(id)).nextOccurrenceUtc).toMatch(/T04:45:00.000Z$/)
    const due = new Date('2026-01-01T04:45:00.000Z')
    await asSystem((tx) => tx.update(schedule).set({ nextOccurrenceUtc: due }).where(eq(schedule.id, id)))
    await update(id, { name: 'Renamed', isEnabled: true, recurrence: '45 4 * * *' })
    expect((await get(id)).nextOccurrenceUtc).toBe(due.toISOString())
  })

  test('runs as whoever changed its job settings last; other changes leave that user', async () => {
    const contributor = await app.current.signIn()
    await tree.addMember(contributor.userId, 'Contributor')
    const id = await create()
    await update(id, { name: 'Renamed', recurrence: '@daily', isEnabled: false }, contributor)
    await update(id, { isEnabled: true }, contributor)
    expect(await get(id)).toMatchObject({ runAsUserId: owner.userId, createdByUserId: owner.userId })
    await update(id, { jobTemplate: all }, contributor)
    expect(await get(id)).toMatchObject({ runAsUserId: contributor.userId, createdByUserId: owner.userId })
  })

  test('stops with a problem when the user it runs as is removed, and runs as whoever enables it again', async () => {
    const operator = await app.current.signIn()
    const memberId = await tree.addMember(operator.userId, 'Operator')
    const { id } = await operator.client.schedules.create({ params: tree.ids, body: nightly })
    const mine = await create()
    const client = await enter()
    await owner.client.members.remove({ params: { workspaceId: tree.ids.workspaceId, memberId } })
    await client.until(() => pushed(client, id)?.isEnabled === false)
    expect(pushed(client, id)).toMatchObject({
      isEnabled: false,
      nextOccurrenceUtc: null,
      problems: [{ message: 'The user that this schedule runs as is no longer a member of the workspace.' }],
    })
    expect(await get(mine)).toMatchObject({ isEnabled: true, problems: [] })
    await update(id, { isEnabled: true })
    expect(await get(id)).toMatchObject({ isEnabled: true, runAsUserId: owner.userId, problems: [] })
  })

  test('[J-317] is deleted, which the browsers hear', async () => {
    const client = await enter()
    const id = await create()
    await owner.client.schedules.delete({ params: at(id) })
    await client.until(() =>
      client.all('deleteEntities').some(({ entities }) => entities.some((one) => one.entityId === id)),
    )
    expect(client.last('deleteEntities')?.entities).toEqual([{ entityTypeName: 'Schedule', entityId: id }])
    expect((await problemOf(get(id))).status).toBe(404)
    expect((await problemOf(owner.client.schedules.delete({ params: at(id) }))).status).toBe(404)
  })

  test('a stack has a limited number of schedules, and of enabled ones', async () => {
    const { workspaceId, stackId } = tree.ids
    const rowOf = (isEnabled: boolean) => ({
      ...nightly,
      id: newId(),
      workspaceId,
      stackId,
      isEnabled,
    })
    const insert = async (count: number, isEnabled: boolean) =>
      asSystem(async (tx) =>
        tx.insert(schedule).values(Array.from({ length: count }, () => rowOf(isEnabled))),
      )
    await insert(limits.enabledSchedulesPerStack - 1, true)
    const id = await create()
    await update(id, { isEnabled: true })
    expect((await refused({})).errors).toEqual(['isEnabled: A stack can have 100 enabled schedules'])
    const disabled = await create({ isEnabled: false })
    expect((await problemOf(update(disabled, { isEnabled: true }))).validationErrors?.[0]?.property).toBe(
      'isEnabled',
    )
    await insert(limits.schedulesPerStack - limits.enabledSchedulesPerStack - 2, false)
    expect((await refused({ isEnabled: false })).errors).toEqual(['name: A stack can have 500 schedules'])
  })

  test('its creation, changes and deletion stand in the audit trail', async () => {
    const id = await create()
    await update(id, { name: 'Renamed' })
    await update(id, { isEnabled: false })
    await update(id, { isEnabled: true })
    await owner.client.schedules.delete({ params: at(id) })
    const events = await asSystem((tx) => tx.select().from(auditEvent).where(eq(auditEvent.subjectId, id)))
    expect(events.map(({ action }) => action).toSorted()).toEqual(
      ['created', 'deleted', 'disabled', 'enabled', 'updated'].map((verb) => `schedule.${verb}`),
    )
    expect(events.every(({ actorUserId }) => actorUserId === owner.userId)).toBe(true)
  })
})
