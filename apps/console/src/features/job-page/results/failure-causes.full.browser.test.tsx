import type { FlowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../testing/expect-accessible.ts'
import { renderAt } from '../../../testing/render-at.tsx'
import { hashes, repositoryAnswers } from '../../../testing/repository-samples.ts'
import { id, sampleFlowOutResult, sampleJob } from '../../../testing/samples.ts'

const failure = (
  componentType: string,
  componentName: string,
  description: string,
): FlowOutResult['failures'][number] => ({
  packageName: 'unpackaged',
  componentType,
  componentName,
  changeType: 'Modified',
  componentId: null,
  isNew: true,
  failingSinceCommit: null,
  reason: 'DeploymentProblems' as const,
  filePaths: [`unpackaged/classes/${componentName}.cls`],
  problems: [
    {
      type: 'Error',
      description,
      archiveFilePath: `classes/${componentName}.cls`,
      line: 3,
      column: 5,
    },
  ],
})
const failures = [
  failure('ApexClass', 'Rates', "Unexpected token '{'."),
  failure('ApexClass', 'Invoice', 'Invalid type: Rates'),
  failure('ApexClass', 'Odd', 'Something that nobody has seen before.'),
]
const newChanges = { sinceCommitHash: hashes.oldest, untilCommitHash: hashes.newest }
const text = ['class Rates {', '  void one() {}', '  void two() {{}', '  void three() {}', '}'].join('\n')

function open(changes: Partial<FlowOutResult> = {}) {
  const output = { id: id(80), name: 'output.json', type: 'Output' as const, sizeBytes: 1_000 }
  const job = sampleJob({
    commandName: 'FlowOut',
    status: 'Ended',
    outcome: 'Succeeded',
    endedUtc: '2026-01-31T12:01:00.000Z',
    artifacts: [output],
  })
  const result = { ...sampleFlowOutResult, failures, newChanges, ...changes }
  return renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: { jobs: [job] },
    answers: {
      jobs: { downloadArtifact: { downloadUrl: '/api/artifacts/token' }, readArtifact: result },
      repository: {
        ...repositoryAnswers,
        getFile: { ...repositoryAnswers.getFile, text, component: null },
        getBlame: {
          ...repositoryAnswers.getBlame,
          lines: [{ firstLine: 1, lineCount: 5, commit: 0 }],
          elements: null,
        },
      },
    },
  })
}

const causes = page.getByRole('list', { name: 'Causes' })
const titles = () =>
  causes
    .getByRole('heading')
    .elements()
    .map((heading) => heading.textContent)

test('failures stand under their causes, the largest first, with what to do, and an unknown message whole', async () => {
  await open()
  await expect.element(causes).toBeVisible()
  await expect
    .poll(titles)
    .toEqual([
      'The code has a mistake in its syntax · stopped 2 components',
      'Something that nobody has seen before.',
    ])
  const first = causes.getByRole('listitem').first()
  await expect.element(first).toHaveTextContent(/What to do: Correct the code/)
  await expect.element(first).toHaveTextContent(/ApexClass Invoiceas a consequence/)
  await expect.element(first).toHaveTextContent(/Invalid type: Rates/)
  await expectAccessible()
})

test('a failure opens the lines around it at the deployed commit, with who changed the line last', async () => {
  const { server } = await open()
  await page.getByRole('button', { name: 'Show the lines of ApexClass Rates' }).click()
  const lines = page.getByRole('list', { name: 'Lines around line 3' })
  await expect.element(lines.getByRole('listitem').nth(2)).toHaveTextContent('3 void two() {{}')
  expect(lines.element().querySelector('[aria-current]')?.textContent).toContain('void two')
  await expect.element(page.getByText(/Line 3 was last changed by Jonas Becker in/)).toBeVisible()
  await expect
    .poll(() => server.requests('repository', 'getFile')[0]?.query)
    .toEqual({
      revision: hashes.newest,
      path: 'src/unpackaged/classes/Rates.cls',
    })
})

test('a component opens how its files differ between the commits of the flow out', async () => {
  const { server } = await open()
  await page.getByRole('button', { name: 'Odd', exact: true }).click()
  await expect
    .element(page.getByRole('region', { name: 'Difference of src/unpackaged/classes/Odd.cls' }))
    .toBeVisible()
  await expect.poll(() => server.requests('repository', 'getDifference').length).toBeGreaterThan(0)
  await expect
    .poll(() => server.requests('repository', 'getDifference')[0]?.query)
    .toEqual({
      from: hashes.oldest,
      to: hashes.newest,
      path: 'src/unpackaged/classes/Odd.cls',
    })
})

test('the whole difference is one click away', async () => {
  await open()
  await expect
    .element(page.getByRole('link', { name: 'View diff' }))
    .toHaveAttribute(
      'href',
      `/workspaces/acme/stacks/core-crm/repository/compare/${hashes.oldest}/${hashes.newest}`,
    )
})

test('where the repository does not have the commits nothing offers to show them', async () => {
  await open({ newChanges: null })
  await expect.element(causes).toBeVisible()
  await expect.poll(() => titles().length).toBe(2)
  expect(page.getByRole('button', { name: /^Show the lines/ }).elements()).toEqual([])
  expect(page.getByRole('link', { name: 'View diff' }).elements()).toEqual([])
})

test('a flow out without failures has no causes', async () => {
  await open({ failures: [] })
  await expect.element(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  await expect.element(page.getByText('Outcome', { exact: true })).toBeVisible()
  expect(causes.elements()).toEqual([])
})
