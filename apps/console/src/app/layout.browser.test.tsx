import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../testing/render-at.tsx'
import { environmentAnswers, id, sampleFlowOutResult, sampleJob } from '../testing/samples.ts'

const stack = '/workspaces/acme/stacks/core-crm'

async function narrowTo(width: number) {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1280, 800))
}

/** By how many pixels the window and the part below the top bar are narrower than what they hold. */
function excessWidths(): number[] {
  const content = page.getByRole('main').element().parentElement
  return [document.documentElement, content].map((each) =>
    each === null ? Number.NaN : each.scrollWidth - each.clientWidth,
  )
}

test.for([1100, 800, 390])('a wide table scrolls inside its frame on a page of %i px', async (width) => {
  await narrowTo(width)
  await renderAt(`${stack}/environments`, { answers: environmentAnswers })
  await expect.element(page.getByRole('checkbox', { name: 'Select Production' })).toBeVisible()
  expect(excessWidths()).toEqual([0, 0])
})

test.for([1280, 1100, 800])('the name of a stack has room on a page of %i px', async (width) => {
  await narrowTo(width)
  await renderAt('/workspaces/acme/stacks', { answers: environmentAnswers })
  const name = page.getByRole('main').getByRole('link', { name: 'Core CRM', exact: true })
  await expect.element(name).toBeVisible()
  const cell = name.element().closest('td')
  expect(cell?.clientWidth).toBeGreaterThan(150)
  expect(excessWidths()).toEqual([0, 0])
})

test('the longest outcome of a flow out wraps on a narrow page', async () => {
  await narrowTo(390)
  await renderAt(`${stack}/jobs/${id(70)}`, {
    pushed: { jobs: [endedFlowOut] },
    answers: {
      jobs: {
        downloadArtifact: { downloadUrl: '/api/artifacts/token' },
        readArtifact: { ...sampleFlowOutResult, isCheckOnly: true, failures: [newFailure] },
      },
    },
  })
  const outcome = page.getByText('Successful with some new failed components (check-only)')
  await expect.element(outcome).toBeVisible()
  expect(excessWidths()).toEqual([0, 0])
})

const newFailure: FlowOutResult['failures'][number] = {
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName: 'SurveyService',
  changeType: 'Modified',
  componentId: null,
  problems: [],
  filePaths: [],
  isNew: true,
  failingSinceCommit: null,
  reason: 'DeploymentProblems' as const,
}

const endedFlowOut = sampleJob({
  commandName: 'FlowOut',
  status: 'Ended',
  outcome: 'Succeeded',
  artifacts: [{ id: id(80), name: 'output.json', type: 'Output', sizeBytes: 1_000 }],
})

const flowInDialog = async () => {
  await page.getByRole('button', { name: 'Flow in', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Flow in environments' })).toBeVisible()
}
const deletion = async () => {
  await page.getByRole('button', { name: 'Delete stack' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Delete stack' })).toBeVisible()
}
const navigation = async () => {
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
}
const transparent = 'rgba(0, 0, 0, 0)'

test.for([
  ['a form dialog', '/environments/production/flow', flowInDialog],
  ['a question', '/settings', deletion],
  ['the navigation of a narrow page', '/settings', navigation],
] as const)('%s dims the page behind it', async ([, path, open]) => {
  await narrowTo(800)
  await renderAt(stack + path, { answers: environmentAnswers })
  await open()
  const grounds = Array.from(
    document.querySelectorAll('[role="presentation"]'),
    (each) => getComputedStyle(each).backgroundColor,
  )
  expect(grounds.filter((ground) => ground !== transparent)).toHaveLength(1)
})
