import type { UndeployedComponent } from '@sluice/contract/undeployed-component'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '../../testing/render-at.tsx'
import { environmentAnswers, id } from '../../testing/samples.ts'

const address = '/workspaces/acme/stacks/core-crm/environments/production/undeployed'
const component = (changes: Partial<UndeployedComponent>): UndeployedComponent => ({
  id: id(80),
  workspaceId: id(1),
  environmentId: id(30),
  revisionId: id(90),
  createdUtc: '2026-01-31T12:00:00.000Z',
  changeType: 'Modified',
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName: 'Alpha',
  componentId: '01p000000000001',
  reason: 'DeploymentProblems',
  failingSinceUtc: '2026-01-31T12:00:00.000Z',
  failingSinceCommitHash: null,
  leftOutByUserId: null,
  leftOutUtc: null,
  problems: [],
  ...changes,
})
const withErrors = (components: readonly UndeployedComponent[]) =>
  components.filter(({ problems }) => problems.some(({ type }) => type === 'Error')).length
/** The environment has these components, of which a page holds so many. */
const visit = (components: readonly UndeployedComponent[], perPage = 100) => {
  const answer = ({ query: { after } }: { query: { after?: string | undefined } }) => {
    const from = components.findIndex((one) => one.id === after) + 1
    const shown = components.slice(from, from + perPage)
    const hasMore = from + perPage < components.length
    return { revisionId: id(90), components: shown, nextAfter: hasMore ? (shown.at(-1)?.id ?? null) : null }
  }
  const counts = { totalCount: components.length, withErrorsCount: withErrors(components) }
  return renderAt(address, {
    pushed: { undeployedSets: [{ environmentId: id(30), revisionId: id(90), ...counts }] },
    answers: {
      ...environmentAnswers,
      environments: {
        ...environmentAnswers.environments,
        listUndeployedComponents: answer,
        includeAgain: null,
        forgetUndeployed: null,
      },
    },
  })
}
const table = page.getByRole('table')
const cells = () => [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent)

test('without undeployed components the tab says that all is deployed', async () => {
  await visit([])
  await expect.element(page.getByText('Every component of the branch is deployed')).toBeVisible()
})

test('a page of 390 px shows why each component was not deployed', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await visit([component({ reason: 'ComponentTypeIsSilentDeleteFailure' })])
  await expect.element(page.getByText('Not deletable')).toBeVisible()
})

test('the number of errors on the tab fits a page of 390 px', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const place = { archiveFilePath: null, line: null, column: null }
  await visit([component({ problems: [{ type: 'Error', description: 'It does not exist', ...place }] })])
  await expect.element(page.getByText('with errors')).toBeInTheDocument()
  const content = page.getByRole('main').element().parentElement ?? document.documentElement
  for (const each of [document.documentElement, content])
    await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
})

test('[S-131][S-160] each undeployed component has its row', async () => {
  await visit([component({})])
  await expect.element(table.getByText('Alpha')).toBeVisible()
  const headings = table
    .getByRole('columnheader')
    .elements()
    .map((heading) => heading.textContent)
  expect(headings).toEqual(['Change', 'Package', 'Type', 'Name', 'ID', 'Reason', 'First failed'])
  expect(cells().slice(1, 6)).toEqual(['unpackaged', 'ApexClass', 'Alpha', '01p000000000001', 'Failed'])
})

test('[S-157] the reasons have words', async () => {
  const reasons = [
    'ComponentIsNotDeployable',
    'ComponentTypeIsSilentDeleteFailure',
    'DeploymentProblems',
  ] as const
  await visit(
    reasons.map((reason, index) => component({ id: id(80 + index), componentName: `C${index}`, reason })),
  )
  await expect.element(table.getByText('Standard/packaged')).toBeVisible()
  await expect.element(table.getByText('Not deletable')).toBeVisible()
  await expect.element(table.getByText('Failed', { exact: true })).toBeVisible()
})

const problem = (type: 'Error' | 'Warning' | 'Info') => [
  { type, description: `An ${type}`, archiveFilePath: 'classes/Alpha.cls', line: 3, column: 7 },
]

test('[S-122] the tab counts the components with errors', async () => {
  await visit([
    component({ problems: problem('Error') }),
    component({ id: id(81), componentName: 'Beta', problems: problem('Warning') }),
  ])
  await expect.element(page.getByText('1 with errors')).toBeInTheDocument()
  await expect.element(table.getByText(/An Error/)).toBeVisible()
})

test.for(['None', 'Added', 'Modified', 'Deleted'] as const)(
  '[S-156] the row of a component says that its change is %s',
  async (changeType) => {
    await visit([component({ changeType })])
    await expect.element(table.getByText(changeType, { exact: true })).toBeVisible()
  },
)

test('[S-155] the row of an undeployed component shows all that is known of it, in its environment only', async () => {
  const failingSinceCommitHash = 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03'
  const known = component({ failingSinceCommitHash, problems: problem('Error') })
  const asked: string[] = []
  const listUndeployedComponents = ({ params }: { params: { environmentId: string } }) => {
    asked.push(params.environmentId)
    return { revisionId: id(90), components: [known], nextAfter: null }
  }
  const counts = { revisionId: id(90), totalCount: 1, withErrorsCount: 1 }
  await renderAt(address, {
    pushed: {
      undeployedSets: [
        { environmentId: id(30), ...counts },
        { environmentId: id(31), ...counts },
      ],
    },
    answers: {
      ...environmentAnswers,
      environments: { ...environmentAnswers.environments, listUndeployedComponents },
    },
  })
  await expect.element(table.getByText('Alpha', { exact: true })).toBeVisible()
  expect(cells().slice(0, 6)).toEqual([
    expect.stringContaining('Modified'),
    'unpackaged',
    'ApexClass',
    'Alpha',
    '01p000000000001',
    'Failed',
  ])
  expect(document.querySelector('tbody time')?.getAttribute('datetime')).toBe('2026-01-31T12:00:00.000Z')
  await expect
    .element(table.getByRole('link', { name: 'a91f03c27d' }))
    .toHaveAttribute('href', expect.stringContaining(failingSinceCommitHash))
  await expect.element(table.getByText('Error: ')).toBeInTheDocument()
  await expect.element(table.getByText('An Error', { exact: true })).toBeVisible()
  await expect.element(table.getByText('classes/Alpha.cls, line 3, column 7')).toBeVisible()
  expect(new Set(asked)).toEqual(new Set([id(30)]))
})

test.for(['Error', 'Warning', 'Info'] as const)(
  '[S-158] a problem says that it is of the type %s',
  async (type) => {
    await visit([component({ problems: problem(type) })])
    await expect.element(table.getByText(`An ${type}`)).toBeVisible()
    await expect.element(table.getByText(`${type}:`)).toBeInTheDocument()
  },
)

const shown = () => [...document.querySelectorAll('tbody tr td:nth-child(4)')].map((cell) => cell.textContent)

test('[S-159] components stand in the order of the server, page after page', async () => {
  const names = ['Z', 'Y', 'X', 'A', 'B']
  await visit(
    names.map((componentName, index) => component({ id: id(80 + index), componentName })),
    2,
  )
  await expect.element(page.getByText('Showing 2 of 5 total')).toBeVisible()
  expect(shown()).toEqual(['Z', 'Y'])
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('Showing 4 of 5 total')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(page.getByText('Showing 5 of 5 total')).toBeVisible()
  expect(shown()).toEqual(names)
})

test('what a person left out says who did that, and can be taken in again or forgotten', async () => {
  const leftOut = component({
    reason: 'LeftOut',
    leftOutByUserId: id(10),
    leftOutUtc: '2026-01-31T12:00:00.000Z',
    problems: problem('Info').map((one) => ({ ...one, description: 'Excluded by the user.' })),
  })
  const { server } = await visit([leftOut])
  await expect.element(table.getByText(/^Left out by /)).toBeVisible()
  expect(table.getByText('Excluded by the user.').elements()).toEqual([])
  const components = [{ packageName: 'unpackaged', componentType: 'ApexClass', componentName: 'Alpha' }]
  await table.getByRole('button', { name: 'Include again' }).click()
  await expect.poll(() => server.requests('environments', 'includeAgain')[0]?.body).toEqual({ components })
  await table.getByRole('button', { name: 'Forget' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click()
  await expect
    .poll(() => server.requests('environments', 'forgetUndeployed')[0]?.body)
    .toEqual({ components })
})
