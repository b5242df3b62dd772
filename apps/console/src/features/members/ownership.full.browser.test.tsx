import { hubCloseCodes } from '@sluice/contract/push'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from '../../testing/answers.ts'
import { recordConsole } from '../../testing/record-console.ts'
import { id, sampleMember, sampleWorkspace } from '../../testing/samples.ts'
import { buttonOf, choose, people, rowOf, visitMembers } from '../../testing/visit-members.ts'
import { expectReason } from '../../testing/expect-reason.ts'

const { alice, carol, dan } = people
const { members: _, invitations: __, ...workspace } = sampleWorkspace()
const workspaces = { list: [{ ...workspace, accessLevel: 'Administrator' as const }] }
const alertDialog = page.getByRole('alertdialog')

test('[W-230][W-288][W-229] the ownership is handed over, and the former owner is told and cannot do it again', async () => {
  const members = [alice, carol, dan]
  const { server } = await visitMembers({ members, answers: { workspaces: { ...workspaces, update: null } } })
  await choose(/Carol/)
  await buttonOf('Make owner').click()
  await expect.element(alertDialog).toHaveTextContent('Carol Adams becomes the owner of Acme Corp')
  await alertDialog.getByRole('button', { name: 'Make owner' }).click()
  await expect.element(alertDialog).not.toBeInTheDocument()
  await expect
    .poll(() => server.requests('workspaces', 'update'))
    .toEqual([{ params: { workspaceId: id(1) }, body: { ownerUserId: carol.userId } }])
  server.push({
    type: 'pushWorkspace',
    workspace: sampleWorkspace({ ownerUserId: carol.userId, members }),
  })
  await expect.element(page.getByText('Carol Adams is the owner of this workspace now')).toBeVisible()
  await expect.element(rowOf(/Carol/).getByText('Owner', { exact: true })).toBeVisible()
  await expect.element(rowOf(/Carol/).getByText('Operator', { exact: true })).toBeVisible()
  await choose(/Dan/)
  await expectReason(buttonOf('Make owner'), 'You do not have permission to perform this operation.')
  await buttonOf('Dismiss').click()
  await expect.element(page.getByText(/is the owner of this workspace now/)).not.toBeInTheDocument()
})

test('the new owner is told while looking', async () => {
  const members = [alice, carol]
  const { server } = await visitMembers({ ownerUserId: carol.userId, members })
  await expect.element(rowOf(/Carol/)).toBeVisible()
  server.push({ type: 'pushWorkspace', workspace: sampleWorkspace({ members }) })
  await expect.element(page.getByText('You are the owner of this workspace now')).toBeVisible()
})

test('a refused transfer says why', async () => {
  const update = refusal('patchPropertyInvalid')
  await visitMembers({ answers: { workspaces: { ...workspaces, update } } })
  await choose(/Carol/)
  await buttonOf('Make owner').click()
  await alertDialog.getByRole('button', { name: 'Make owner' }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('There was a problem changing the owner of the workspace')
  await expect.element(alert).toHaveTextContent('This person is not a member any more, or already the owner.')
})

test('below administrator a member can only leave, and comes to another workspace', async () => {
  let list = [{ ...workspace, accessLevel: 'Reader' as const }]
  const me = sampleMember({ accessLevel: 'Reader' })
  const { server, path } = await visitMembers({
    ownerUserId: carol.userId,
    members: [me, carol, dan],
    answers: {
      workspaces: { list: () => list },
      members: {
        remove: () => {
          list = []
          return null
        },
      },
      stacks: { startDeviceCodeSignIn: () => new Promise(() => undefined) },
    },
  })
  await choose(/Dan/)
  for (const name of ['Remove', 'Make owner', 'Change role'])
    await expect.element(buttonOf(name)).toHaveAttribute('aria-disabled', 'true')
  await choose(/Dan/, /Alice/)
  await buttonOf('Leave').click()
  await expect.element(alertDialog).toHaveTextContent('You lose access to Acme Corp at once.')
  await alertDialog.getByRole('button', { name: 'Leave workspace' }).click()
  await expect.poll(path).toBe('/onboarding')
  await expect
    .poll(() => server.requests('members', 'remove').map(({ params }) => params.memberId))
    .toEqual([me.id])
})

test('who is removed while looking comes to another workspace at once', async () => {
  recordConsole('error')
  let list = [{ ...workspace, accessLevel: 'Reader' as const }]
  const { server, path } = await visitMembers({
    answers: {
      workspaces: { list: () => list },
      stacks: { startDeviceCodeSignIn: () => new Promise(() => undefined) },
    },
  })
  await expect.element(rowOf(/Carol/)).toBeVisible()
  list = []
  server.hub.close(hubCloseCodes.notAuthorized)
  await expect.poll(path).toBe('/onboarding')
})
