import type { Environment } from '@sluice/contract/environment'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, sampleBranch, sampleEnvironment, sampleStack } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/environments/production/advanced'
const main = page.getByRole('main')
const visit = (changes: Partial<Environment> = {}) =>
  renderAt(address, {
    pushed: { stacks: [sampleStack({ environments: [sampleEnvironment(changes)] })] },
    answers: environmentAnswers,
  })

test.for([
  [null, { orgDisplayName: 'Production', orgDisplayType: 'production' }],
  ['qa', { orgDisplayName: 'qa', orgDisplayType: 'sandbox' }],
] as const)(
  '[S-139] the advanced tab shows every field of the environment of the org %s, and what is derived from them',
  async ([sfdcSandboxName, derived]) => {
    const changes = {
      sfdcSandboxName,
      tags: { stage: 'live', owner: null },
      sfdcApiVersionMode: 'Latest' as const,
    }
    await visit(changes)
    await expect.element(main.getByText('"gitBranchName": "main"')).toBeInTheDocument()
    const shown: unknown = JSON.parse(document.querySelector('main pre')?.textContent ?? '')
    expect(shown).toEqual({ ...sampleEnvironment(changes), ...derived })
  },
)

test('[S-149] the advanced tab shows every field of the remote ref that is the branch of the environment', async () => {
  const branch = sampleBranch({ targetIdentifier: 'c'.repeat(40) })
  const others = [
    sampleBranch({ id: 'tag', isBranch: false, isTag: true }),
    sampleBranch({ id: 'other', shortName: 'other' }),
  ]
  await renderAt(address, {
    answers: {
      ...environmentAnswers,
      stacks: { ...environmentAnswers.stacks, listBranches: [...others, branch] },
    },
  })
  const json = page.getByLabelText('Raw JSON of the Git branch', { exact: true })
  await expect.element(json).toBeVisible()
  const shown: unknown = JSON.parse(json.element().textContent)
  expect(shown).toEqual(branch)
})

test('[S-132] the advanced tab shows parity and the raw environment', async () => {
  await visit()
  await expect
    .element(main.getByText(sampleEnvironment().latestKnownParityCommitHash ?? '').first())
    .toBeVisible()
  await expect.element(main.getByText('"gitBranchName": "main"')).toBeInTheDocument()
})
