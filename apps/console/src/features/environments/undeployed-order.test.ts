import type { UndeployedComponent } from '@sluice/contract/undeployed-component'
import { expect, test } from 'vitest'
import { id } from '../../testing/samples.ts'
import { compareUndeployed } from './undeployed-table.tsx'

const component = (
  componentName: string,
  changes: Partial<UndeployedComponent> = {},
): UndeployedComponent => ({
  id: id(1),
  workspaceId: id(1),
  environmentId: id(30),
  revisionId: id(2),
  createdUtc: '2026-01-31T12:00:00.000Z',
  changeType: 'Modified',
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  componentId: null,
  reason: 'DeploymentProblems',
  failingSinceUtc: '2026-01-31T12:00:00.000Z',
  failingSinceCommitHash: null,
  problems: [],
  ...changes,
})
const problem = (type: 'Error' | 'Warning') => [
  { type, description: '', archiveFilePath: null, line: null, column: null },
]

test('components are sorted by first failure, severity, reason, package, type and name', () => {
  const sorted = [
    component('never failed', { failingSinceUtc: null }),
    component('later', { failingSinceUtc: '2026-02-01T12:00:00.000Z' }),
    component('b'),
    component('a'),
    component('other type', { componentType: 'Layout' }),
    component('warning', { problems: problem('Warning') }),
    component('error', { problems: problem('Error') }),
  ].toSorted(compareUndeployed)
  expect(sorted.map((each) => each.componentName)).toEqual([
    'error',
    'warning',
    'a',
    'b',
    'other type',
    'later',
    'never failed',
  ])
})
