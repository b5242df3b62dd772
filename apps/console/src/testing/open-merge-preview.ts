import type { MergedComponentFiles } from '@sluice/contract/difference'
import type { MergePreview } from '@sluice/contract/merge-preview'
import { page, userEvent } from 'vitest/browser'
import { forever } from './answers.ts'
import { differenceAnswers, sampleDifference } from './difference-samples.ts'
import { sampleMergedFiles, samplePrediction } from './merge-preview-samples.ts'
import { id, sampleEnvironment, sampleJob } from './samples.ts'
import { sampleSandboxEnvironment, visitEnvironments } from './visit-environments.ts'

const provision = [
  {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  },
]
export const dialog = page.getByRole('dialog', { name: 'Flow merge between environments' })
/** Finds a button of the dialog by its exact name. */
export const button = (name: string) => dialog.getByRole('button', { name, exact: true })
export const deployed = dialog.getByRole('region', { name: 'Deployed to the org' })
export const merged = dialog.getByRole('region', { name: /^Merged into/ })
const production = sampleEnvironment()
export const qa = sampleSandboxEnvironment()
export const uat = sampleSandboxEnvironment({
  id: id(32),
  slug: 'uat',
  name: 'UAT',
  gitBranchName: 'env/uat',
})

interface Opened {
  /** The id of the target, Production by default. */
  into?: typeof qa
  preview?: MergePreview | ((target: string) => MergePreview)
  /** The files of every component that is opened. */
  files?: MergedComponentFiles
}

/** Opens the dialog for the target, with QA as the source. */
export async function openMergePreview({
  into = production,
  preview = samplePrediction(),
  files = sampleMergedFiles(),
}: Opened = {}) {
  const environments = [production, qa, uat]
  const opened = await visitEnvironments(environments, {
    pushed: {
      differences: environments.map((each) => ({ ...sampleDifference(), environmentId: each.id })),
    },
    answers: {
      differences: {
        ...differenceAnswers,
        check: null,
        previewMerge: ({ params }) =>
          typeof preview === 'function' ? preview(params.environmentId) : preview,
        getMergedComponent: files,
      },
      jobs: { provision, subscribeToProgress: forever },
    },
  })
  await page.getByRole('checkbox', { name: into.name }).click()
  await page.getByRole('button', { name: 'Flow', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Flow merge' }).click()
  await dialog.getByRole('combobox', { name: 'Source environment' }).click()
  await page.getByRole('option', { name: 'QA' }).click()
  await userEvent.keyboard('{Escape}')
  return opened
}
