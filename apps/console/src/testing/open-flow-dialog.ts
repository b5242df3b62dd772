import { page } from 'vitest/browser'
import { type Surroundings, renderAt } from './render-at.tsx'
import { environmentAnswers, id, sampleEnvironment, sampleStack } from './samples.ts'

const qa = sampleEnvironment({
  id: id(31),
  slug: 'qa',
  name: 'QA',
  isProduction: false,
  tags: { stage: 'qa' },
})
const stacks = [sampleStack({ environments: [sampleEnvironment(), qa] })]

/** Opens a dialog, with its advanced settings, of the environments page of a stack with two environments, for those that are chosen. */
export async function openFlowDialog(
  flow: 'Flow in' | 'Flow out' | 'Flow merge',
  environments: readonly ('Production' | 'QA')[],
  answers: Surroundings['answers'] = {},
) {
  const opened = await renderAt('/workspaces/acme/stacks/core-crm/environments', {
    pushed: { stacks },
    answers: { ...environmentAnswers, ...answers },
  })
  for (const name of environments) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Flow', exact: true }).click()
  await page.getByRole('menuitem', { name: flow }).click()
  if (flow !== 'Flow merge') await page.getByRole('dialog').getByRole('button', { name: 'Advanced' }).click()
  return opened
}
