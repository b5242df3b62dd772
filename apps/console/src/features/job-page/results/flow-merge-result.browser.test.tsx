import type { FlowInResult } from '@sluice/contract/job-commands/flow-in'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openEndedJob } from '../../../testing/open-ended-job.ts'
import { id, sampleFlowOutResult } from '../../../testing/samples.ts'

const hash = (digit: string) => digit.repeat(40)
const commandInput = { sourceEnvironmentId: id(31), targetEnvironmentId: id(30) }
const flowIn: FlowInResult = {
  isCheckOnly: false,
  headCommitHashBefore: null,
  headCommitHashAfter: hash('a'),
  environmentSnapshotAfter: null,
  retrieveResult: {
    changes: [],
    isPartialRetrieve: false,
    componentsUnchanged: 0,
    fullRetrieveReason: 'asked',
    sinceRevisionNumber: null,
    untilRevisionNumber: null,
    latestRevisionNumber: null,
    apiVersion: '60.0',
  },
  combinedGitCommitResult: { fileResults: [] },
  mergeResult: null,
  stats: {
    retrieval: { packages: 1, batches: 1, components: 1, bytes: 1, totalTime: 1 },
    in: { commitBranches: 1, commits: 1, filesCommitted: 1 },
  },
}
const merge = {
  sourceCommitHash: hash('a'),
  targetCommitHash: hash('b'),
  commitHash: hash('c'),
  wasPushed: true,
  mergeResult: {
    filesChangedByBoth: 3,
    conflictCount: 1,
    resolvedConflicts: [{ filePath: 'src/unpackaged/classes/A.cls', resolvedAs: 'PreferRemote' }],
    warningCount: 0,
    warnings: [],
  },
}
const part = (title: string) => page.getByRole('region', { name: title })
const openMerge = (result: object) =>
  openEndedJob(
    { commandName: 'FlowMerge', commandInput },
    {
      isCheckOnly: false,
      merge,
      sourceInResult: flowIn,
      targetInResult: flowIn,
      targetOutResult: sampleFlowOutResult,
      ...result,
    },
  )

test('[J-092] the page shows the merge, the flow in of both sides and the flow out of the target', async () => {
  await openMerge({})
  const resolved = 'Both changes; (deleted environment) where they collide'
  await expect.element(page.getByText(resolved)).toBeVisible()
  for (const title of ['Flow in of (deleted environment)', 'Flow in of Production'])
    await expect.element(part(title).getByText('Full: the job asked for it')).toBeVisible()
  await expect.element(part('Flow out of Production').getByText('Attempts', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText('(deleted environment) was merged into Production', { exact: true }))
    .toBeVisible()
})

test('parts that the job left out are named as such', async () => {
  await openMerge({ sourceInResult: null, targetInResult: null, targetOutResult: null })
  await expect.element(part('Flow out of Production')).toHaveTextContent('The job left the deployment out.')
  await expect
    .element(part('Flow in of Production'))
    .toHaveTextContent('The job left it out: the branch of Production was taken as it was.')
})

test.for([
  [
    'can be merged into Production; no branch was changed',
    { isCheckOnly: true, merge: { ...merge, wasPushed: false } },
  ],
  ['was not merged into Production: the merge was not pushed', { merge: { ...merge, wasPushed: false } }],
  ['Production has everything of', { merge: { ...merge, commitHash: hash('b') } }],
] as const)('the outcome says "%s"', async ([outcome, result]) => {
  await openMerge(result)
  await expect.element(page.getByText(outcome)).toBeVisible()
})
