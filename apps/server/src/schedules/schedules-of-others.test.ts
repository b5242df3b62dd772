import { expect, test } from 'vitest'
import { createObjectTree } from '../api/testing/object-tree.ts'
import { problemOf, type SignedIn, testApp } from '../api/testing/test-app.ts'

const app = testApp()

test.each([
  { change: { isEnabled: true }, wasEnabled: false },
  { change: { recurrence: '@hourly' }, wasEnabled: true },
])(
  'a deletion with the rights of another person is neither enabled nor retimed by a member who may not delete: %j',
  async ({ change, wasEnabled }) => {
    // The first account administers the installation and may do everything.
    await app.current.signIn()
    const [owner, contributor] = [await app.current.signIn(), await app.current.signIn()]
    const tree = await createObjectTree(app.current, owner)
    await tree.addMember(contributor.userId, 'Contributor')
    const { environmentId } = tree.ids
    const deletion = {
      name: 'Delete the environment',
      jobCommandName: 'DeleteEnvironment',
      jobTemplate: { environmentFilter: { include: { ids: [environmentId] } } },
      recurrence: '0 2 * * *',
      isEnabled: wasEnabled,
    } as const
    const { id: scheduleId } = await owner.client.schedules.create({ params: tree.ids, body: deletion })
    const params = { ...tree.ids, scheduleId }
    const update = ({ client }: SignedIn, body: object) => client.schedules.update({ params, body })
    expect(await problemOf(update(contributor, change))).toMatchObject({
      type: 'userNotAuthorized',
      missingAuthorizations: [{ operation: 'deleteEnvironment', resource: 'Environment' }],
    })
    expect(await owner.client.schedules.get({ params })).toMatchObject({
      isEnabled: wasEnabled,
      recurrence: deletion.recurrence,
    })
    await update(contributor, { isEnabled: false })
    await update(owner, change)
    expect(await owner.client.schedules.get({ params })).toMatchObject(change)
  },
)
