import type { FlowInResult, MergeResult } from '@sluice/contract/job-commands/flow-in'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { forever } from '../../../testing/answers.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { id, sampleJob } from '../../../testing/samples.ts'

type RetrieveResult = FlowInResult['retrieveResult']
type Recent = 'componentsUnchanged' | 'fullRetrieveReason'
/** What earlier releases did not store may be missing. */
type StoredResult = Omit<FlowInResult, 'mergeResult' | 'retrieveResult'> & {
  mergeResult?: MergeResult
  retrieveResult: Omit<RetrieveResult, Recent> & Partial<Pick<RetrieveResult, Recent>>
}

const result: StoredResult = {
  isCheckOnly: false,
  headCommitHashBefore: null,
  headCommitHashAfter: null,
  environmentSnapshotAfter: null,
  retrieveResult: {
    changes: [],
    isPartialRetrieve: false,
    sinceRevisionNumber: null,
    untilRevisionNumber: null,
    latestRevisionNumber: null,
    apiVersion: '60.0',
  },
  combinedGitCommitResult: { fileResults: [] },
  stats: {
    retrieval: { packages: 1, batches: 1, components: 1, bytes: 1, totalTime: 1 },
    in: { commitBranches: 1, commits: 1, filesCommitted: 1 },
  },
}

/** Opens the page of an ended flow in that left this result. */
async function openJobWith(stored: StoredResult) {
  const output = { id: id(80), name: 'output.json', type: 'Output' as const, sizeBytes: 1_000 }
  const job = sampleJob({
    status: 'Ended',
    outcome: 'Succeeded',
    endedUtc: '2026-01-02T03:05:00.000Z',
    artifacts: [output],
  })
  await renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [job] },
    answers: {
      jobs: {
        subscribeToProgress: forever,
        downloadArtifact: { downloadUrl: '/api/artifacts/token' },
        readArtifact: stored,
      },
    },
  })
}

test('a merge shows its warnings, how each conflict was resolved, and totals of lists that are cut', async () => {
  await openJobWith({
    ...result,
    mergeResult: {
      filesChangedByBoth: 2,
      conflictCount: 300,
      resolvedConflicts: [{ filePath: 'src/unpackaged/objects/Car__c.object', resolvedAs: 'PreferRemote' }],
      warningCount: 1,
      warnings: [
        {
          filePath: 'src/unpackaged/reports/R/Cars.report',
          message: 'The column or grouping A__c stands 2 times.',
        },
      ],
    },
  })
  await expect.element(page.getByText('Warnings of the merge (1)')).toBeVisible()
  await expect.element(page.getByText('The column or grouping A__c stands 2 times.')).toBeVisible()
  await expect.element(page.getByText('Resolved merge conflicts (the first 1 of 300)')).toBeVisible()
  await expect.element(page.getByText('Both changes; the org where they collide')).toBeVisible()
  await expect.element(page.getByText('2 files')).toBeVisible()
})

test('on a narrow page warnings and resolved conflicts need no scrolling sideways', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const filePath = 'src/unpackaged/permissionsets/Installation_Planner.permissionset'
  const message =
    'PermissionSet/classAccesses/apexClass names ApexClass Planner, which the branch has deleted.'
  await openJobWith({
    ...result,
    mergeResult: {
      filesChangedByBoth: 1,
      conflictCount: 1,
      resolvedConflicts: [{ filePath, resolvedAs: 'PreferLocal' }],
      warningCount: 1,
      warnings: [{ filePath, message }],
    },
  })
  for (const name of ['Warnings of the merge', 'Resolved merge conflicts']) {
    const table = page.getByRole('region', { name })
    await expect.element(table).toBeVisible()
    await expect.poll(() => table.element().scrollWidth - table.element().clientWidth).toBe(0)
  }
})

test('a result of an earlier release, which told nothing of merges, is shown without that part', async () => {
  await openJobWith(result)
  await expect.element(page.getByText('The org has nothing new')).toBeVisible()
  await expect.element(page.getByText('Changed on both sides')).not.toBeInTheDocument()
  await expect.element(page.getByText('Full', { exact: true })).toBeVisible()
})

test('a partial retrieve says how many components it left out', async () => {
  const stats = { ...result.stats, retrieval: { ...result.stats.retrieval, components: 12 } }
  const partial = { ...result.retrieveResult, isPartialRetrieve: true, componentsUnchanged: 48 }
  await openJobWith({ ...result, retrieveResult: partial, stats })
  const text = 'Partial: 12 of 60 components, the others have not changed'
  await expect.element(page.getByText(text)).toBeVisible()
})

test('a full retrieve says why it left out nothing', async () => {
  const retrieveResult = { ...result.retrieveResult, fullRetrieveReason: 'tooLongAgo' as const }
  await openJobWith({ ...result, retrieveResult })
  const text = 'Full: the last full retrieve is more than a week ago'
  await expect.element(page.getByText(text)).toBeVisible()
})

const fact = (label: string) =>
  [...document.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling

test('[J-084] the result shows check-only, both heads, the snapshot, what was retrieved and what was committed', async () => {
  const identity = { packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Alpha' }
  await openJobWith({
    ...result,
    isCheckOnly: true,
    headCommitHashBefore: 'a'.repeat(40),
    headCommitHashAfter: 'b'.repeat(40),
    environmentSnapshotAfter: { number: 7, title: 'Flow in #1' },
    retrieveResult: {
      ...result.retrieveResult,
      changes: [{ ...identity, changeType: 'Modified', changedById: null, revisionNumber: 5 }],
    },
    combinedGitCommitResult: {
      fileResults: [
        {
          filePath: 'src/unpackaged/classes/Alpha.cls',
          changeType: 'Modified',
          commitHash: 'b'.repeat(40),
          authorName: 'Jonas Becker',
          authorEmail: 'jonas@acme.example',
          componentIdentity: identity,
        },
      ],
    },
  })
  await expect.element(page.getByText('1 file in 1 commit would be committed')).toBeVisible()
  expect(fact('Head before')?.querySelector('a')?.textContent).toBe('aaaaaaaaaa')
  expect(fact('Head after')?.querySelector('a')?.textContent).toBe('bbbbbbbbbb')
  expect(fact('Snapshot')?.textContent).toBe('7: Flow in #1')
  await expect
    .element(page.getByRole('region', { name: 'Changes in the org' }).getByRole('row', { name: /Alpha/ }))
    .toHaveTextContent(/Modified.*unpackaged.*ApexClass.*Alpha.*5/)
  await expect
    .element(page.getByRole('region', { name: 'Committed files' }).getByRole('row', { name: /Alpha/ }))
    .toHaveTextContent(/Modified.*Alpha\.cls.*Jonas Becker.*bbbbbbbbbb/)
})

test('[J-085] the result of a retrieve shows each change with all its fields, that it was partial, the revisions and the API version', async () => {
  const identity = { packageName: 'acme', componentType: 'ApexClass' }
  await openJobWith({
    ...result,
    retrieveResult: {
      changes: [
        { ...identity, componentName: 'A', changeType: 'Added', changedById: '005A', revisionNumber: 21 },
        { ...identity, componentName: 'B', changeType: 'Deleted', changedById: '005B', revisionNumber: 22 },
      ],
      isPartialRetrieve: true,
      componentsUnchanged: 48,
      sinceRevisionNumber: 20,
      untilRevisionNumber: 30,
      latestRevisionNumber: 40,
      apiVersion: '62.0',
    },
  })
  const rows = page.getByRole('region', { name: 'Changes in the org' }).getByRole('row')
  await expect.element(rows.first()).toBeVisible()
  const cells = rows.elements().map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
  expect(cells.slice(1)).toEqual([
    ['Added', 'acme', 'ApexClass', 'A', '005A', '21'],
    ['Deleted', 'acme', 'ApexClass', 'B', '005B', '22'],
  ])
  const shown = ['Retrieve', 'Since revision', 'Until revision', 'Latest revision', 'API version'].map(
    (label) => fact(label)?.textContent,
  )
  expect(shown).toEqual([expect.stringMatching(/^Partial/), '20', '30', '40', '62.0'])
})

test('[J-086] each committed file is shown with its path, change, commit, author, e-mail address and component', async () => {
  await openJobWith({
    ...result,
    combinedGitCommitResult: {
      fileResults: [
        {
          filePath: 'src/unpackaged/classes/Alpha.cls',
          changeType: 'Modified',
          commitHash: 'b'.repeat(40),
          authorName: 'Jonas Becker',
          authorEmail: 'jonas@acme.example',
          componentIdentity: {
            packageName: 'unpackaged',
            componentType: 'ApexClass',
            componentName: 'AlphaOne',
          },
        },
      ],
    },
  })
  const row = page.getByRole('region', { name: 'Committed files' }).getByRole('row').nth(1)
  await expect.element(row).toBeVisible()
  for (const text of [
    'Modified',
    'ApexClass AlphaOne',
    'src/unpackaged/classes/Alpha.cls',
    'Jonas Becker',
    'jonas@acme.example',
    'bbbbbbbbbb',
  ])
    await expect.element(row.getByText(text, { exact: true })).toBeVisible()
})

const region = (name: string) => page.getByRole('region', { name, exact: true })

test('[J-093][J-094] the stats show what was retrieved and what was committed', async () => {
  await openJobWith({
    ...result,
    stats: {
      retrieval: { packages: 11, batches: 12, components: 1300, bytes: 1536, totalTime: 65_000 },
      in: { commitBranches: 14, commits: 15, filesCommitted: 1600 },
    },
  })
  await page.getByRole('button', { name: 'Stats' }).click()
  await expect.element(region('Retrieval')).toBeVisible()
  const texts = (name: string) =>
    [...region(name).element().querySelectorAll('dt, dd')].map((one) => one.textContent)
  expect(texts('Retrieval')).toEqual([
    'Packages',
    '11',
    'Batches',
    '12',
    'Components',
    '1,300',
    'Size',
    '1.5 KiB',
    'Total time',
    '1 min 5 s',
  ])
  expect(texts('In')).toEqual(['Commit branches', '14', 'Commits', '15', 'Files committed', '1,600'])
})
