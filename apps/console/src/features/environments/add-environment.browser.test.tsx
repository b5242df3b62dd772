import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { id, sampleEnvironment, sampleMember, sampleStack, sampleWorkspace } from '../../testing/samples.ts'
import {
  environmentsAddress,
  sampleSandboxEnvironment,
  visitEnvironments,
} from '../../testing/visit-environments.ts'
import { expectReason } from '../../testing/expect-reason.ts'

const createAddress = '/workspaces/acme/stacks/core-crm/create-environment'
const main = page.getByRole('main')
const link = main.getByRole('link', { name: 'New sandbox environment', exact: true })
const addLink = main.getByRole('link', { name: 'Add', exact: true })
const banner = main.getByText('There are no sandbox environments in this stack', { exact: true })
const wizardAnswers = { listBranches: [], listSandboxes: [] }

test('[S-081] the list has a link to the wizard that creates an environment', async () => {
  const { path } = await visitEnvironments([sampleEnvironment(), sampleSandboxEnvironment()])
  await link.click()
  await expect.poll(path).toBe(createAddress)
  await expect.element(main.getByRole('textbox', { name: 'Environment name' })).toBeVisible()
  await main.getByRole('button', { name: 'Back', exact: true }).click()
  await expect.poll(path).toBe(environmentsAddress)
})

test('[S-088] only a stack without sandbox environments shows the banner, whose link leads to the wizard', async () => {
  const { server, path, router } = await visitEnvironments([sampleEnvironment()], {
    answers: { stacks: wizardAnswers },
  })
  await expect.element(banner).toBeVisible()
  await addLink.click()
  await expect.poll(path).toBe(createAddress)
  router.history.back()
  await expect.element(banner).toBeVisible()
  const environments = [sampleEnvironment(), sampleSandboxEnvironment()]
  server.push({ type: 'pushStacks', stacks: [sampleStack({ environments })] })
  await expect.poll(() => banner.elements()).toEqual([])
  expect(addLink.elements()).toEqual([])
})

test('a Reader sees the banner without its link, and the closed button says why', async () => {
  await visitEnvironments([sampleEnvironment()], {
    pushed: {
      workspace: sampleWorkspace({ ownerUserId: id(91), members: [sampleMember({ accessLevel: 'Reader' })] }),
    },
  })
  await expect.element(banner).toBeVisible()
  await expectClosed('You do not have permission to perform this operation.')
})

test('a stack that is not initialized has neither link nor banner', async () => {
  await visitEnvironments([], { stack: { isInitialized: false } })
  await expectClosed('The stack is not initialized.')
  expect(banner.elements()).toEqual([])
})

async function expectClosed(reason: string) {
  const button = main.getByRole('button', { name: 'New sandbox environment' })
  await expectReason(button, reason)
  expect([...link.elements(), ...addLink.elements()]).toEqual([])
}
