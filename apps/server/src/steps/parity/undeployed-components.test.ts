import { expect, test } from 'vitest'
import { type UndeployedComponent, nextUndeployedSet } from './undeployed-components.ts'

const alpha = {
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName: 'Alpha',
  changeType: 'Modified',
  componentId: null,
  reason: 'DeploymentProblems',
  problems: [],
} as const
const earlier: UndeployedComponent = {
  ...alpha,
  failingSinceUtc: '2026-01-01T00:00:00.000Z',
  failingSinceCommitHash: 'c1',
  baselineCommitHash: 'c0',
}
const now = { headCommitHash: 'c9', baselineCommitHash: 'c8', now: '2026-02-02T00:00:00.000Z' }

test('a component that fails again keeps since when and what the org has of it', () => {
  const [row] = nextUndeployedSet([alpha], { before: [earlier], ...now })
  expect(row).toEqual({ ...earlier, isNew: false })
})

test('a component that fails for the first time is new, with the last offered commit as its baseline', () => {
  const [row] = nextUndeployedSet([alpha], { before: [], ...now })
  expect(row).toMatchObject({ isNew: true, failingSinceCommitHash: 'c9', baselineCommitHash: 'c8' })
})

test('a component that deployed is no longer listed', () => {
  expect(nextUndeployedSet([], { before: [earlier], ...now })).toEqual([])
})
