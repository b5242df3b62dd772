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
  problems: [],
  ...changes,
})
const visit = (...components: UndeployedComponent[]) =>
  renderAt(address, {
    pushed: {
      undeployedSets: [
        { environmentId: id(30), revisionId: id(90), totalCount: components.length, components },
      ],
    },
    answers: environmentAnswers,
  })
const table = page.getByRole('table')
const cells = () => [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent)

test('without undeployed components the tab says that all is deployed', async () => {
  await visit()
  await expect.element(page.getByText('Every component of the branch is deployed')).toBeVisible()
})

test('a page of 390 px shows why each component was not deployed', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  await visit(component({ reason: 'ComponentTypeIsSilentDeleteFailure' }))
  await expect.element(page.getByText('Not deletable')).toBeVisible()
})

test('the number of errors on the tab fits a page of 390 px', async () => {
  await page.viewport(390, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const place = { archiveFilePath: null, line: null, column: null }
  await visit(component({ problems: [{ type: 'Error', description: 'It does not exist', ...place }] }))
  await expect.element(page.getByText('with errors')).toBeInTheDocument()
  const content = page.getByRole('main').element().parentElement ?? document.documentElement
  for (const each of [document.documentElement, content])
    await expect.poll(() => each.scrollWidth - each.clientWidth).toBe(0)
})

test('[S-131][S-160] each undeployed component has its row', async () => {
  await visit(component({}))
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
    ...reasons.map((reason, index) => component({ id: id(80 + index), componentName: `C${index}`, reason })),
  )
  await expect.element(table.getByText('Standard/packaged')).toBeVisible()
  await expect.element(table.getByText('Not deletable')).toBeVisible()
  await expect.element(table.getByText('Failed', { exact: true })).toBeVisible()
})

const problem = (type: 'Error' | 'Warning' | 'Info') => [
  { type, description: `An ${type}`, archiveFilePath: 'classes/Alpha.cls', line: 3, column: 7 },
]

test('[S-122] the tab counts the components with errors', async () => {
  await visit(
    component({ problems: problem('Error') }),
    component({ id: id(81), componentName: 'Beta', problems: problem('Warning') }),
  )
  await expect.element(page.getByText('1 with errors')).toBeInTheDocument()
  await expect.element(table.getByText(/An Error/)).toBeVisible()
})

test.for(['None', 'Added', 'Modified', 'Deleted'] as const)(
  '[S-156] the row of a component says that its change is %s',
  async (changeType) => {
    await visit(component({ changeType }))
    await expect.element(table.getByText(changeType, { exact: true })).toBeVisible()
  },
)

const setOf = (only: UndeployedComponent) => ({
  environmentId: only.environmentId,
  revisionId: only.revisionId,
  totalCount: 1,
  components: [only],
})

test('[S-155] the row of an undeployed component shows all that is known of it, in its environment only', async () => {
  const failingSinceCommitHash = 'a91f03c27d4b7a4f0e9a517f2f6d1c0b33a91f03'
  const known = component({ failingSinceCommitHash, problems: problem('Error') })
  const elsewhere = component({ id: id(81), environmentId: id(31), componentName: 'Elsewhere' })
  await renderAt(address, {
    pushed: { undeployedSets: [setOf(known), setOf(elsewhere)] },
    answers: environmentAnswers,
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
  expect(table.getByText('Elsewhere').elements()).toEqual([])
})

test.for(['Error', 'Warning', 'Info'] as const)(
  '[S-158] a problem says that it is of the type %s',
  async (type) => {
    await visit(component({ problems: problem(type) }))
    await expect.element(table.getByText(`An ${type}`)).toBeVisible()
    await expect.element(table.getByText(`${type}:`)).toBeInTheDocument()
  },
)

test('[S-159] components are sorted by first failure, severity, reason, package, type and name', async () => {
  const later = { failingSinceUtc: '2026-02-01T12:00:00.000Z' }
  const inOrder: Partial<UndeployedComponent>[] = [
    { componentName: 'Z', failingSinceUtc: '2026-01-01T12:00:00.000Z', problems: problem('Info') },
    { componentName: 'Y', ...later, problems: problem('Error') },
    { componentName: 'X', ...later, problems: problem('Warning') },
    { componentName: 'W', ...later, reason: 'ComponentIsNotDeployable', packageName: 'zeta' },
    { componentName: 'V', ...later, packageName: 'alpha', componentType: 'Layout' },
    { componentName: 'U', ...later, packageName: 'beta', componentType: 'ApexClass' },
    { componentName: 'S', ...later, packageName: 'beta', componentType: 'Layout' },
    { componentName: 'T', ...later, packageName: 'beta', componentType: 'Layout' },
  ]
  const shuffled = [5, 2, 7, 0, 6, 3, 1, 4].map((index) =>
    component({ ...inOrder[index], id: id(80 + index) }),
  )
  await visit(...shuffled)
  await expect.element(table.getByText('Z', { exact: true })).toBeVisible()
  const names = [...document.querySelectorAll('tbody tr td:nth-child(4)')].map((cell) => cell.textContent)
  expect(names).toEqual(inOrder.map(({ componentName }) => componentName))
})
