import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/environments'
const sandbox = () => sampleEnvironment({ id: id(31), slug: 'qa', name: 'QA', isProduction: false })

const deletion = page.getByRole('button', { name: 'Delete', exact: true })
const stackWith = (isInitialized: boolean, ...sandboxes: Environment[]) =>
  sampleStack({ isInitialized, environments: [sampleEnvironment(), ...sandboxes] })

test('[S-092] "Delete" is enabled in an initialized stack with a sandbox, and in no other', async () => {
  const { server } = await renderAt(address, {
    pushed: { stacks: [stackWith(true, sandbox())] },
    answers: environmentAnswers,
  })
  await expect.element(deletion).toBeEnabled()
  server.push({ type: 'pushStacks', stacks: [stackWith(true)] })
  await expect.element(deletion).toBeDisabled()
  server.push({ type: 'pushStacks', stacks: [stackWith(true, sandbox())] })
  await expect.element(deletion).toBeEnabled()
  server.push({ type: 'pushStacks', stacks: [stackWith(false, sandbox())] })
  await expect.element(deletion).toBeDisabled()
})
