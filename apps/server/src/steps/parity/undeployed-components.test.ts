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
  leftOutByUserId: null,
  leftOutUtc: null,
}
const by = { userId: 'nora', utc: '2026-02-02T00:00:00.000Z' }
const now = { headCommitHash: 'c9', baselineCommitHash: 'c8', by }

test('a component that fails again keeps since when and what the org has of it', () => {
  const [row] = nextUndeployedSet([alpha], { before: [earlier], ...now })
  expect(row).toEqual({ ...earlier, isNew: false })
})

test('a component that fails for the first time is new, with the last offered commit as its baseline', () => {
  const [row] = nextUndeployedSet([alpha], { before: [], ...now })
  expect(row).toMatchObject({ isNew: true, failingSinceCommitHash: 'c9', baselineCommitHash: 'c8' })
})

test('a component that is left out again keeps who left it out first, until it fails', () => {
  const leftOut = { ...alpha, reason: 'LeftOut' } as const
  const [first] = nextUndeployedSet([leftOut], { before: [earlier], ...now })
  expect(first).toMatchObject({ leftOutByUserId: 'nora', leftOutUtc: by.utc })
  const later = { ...now, by: { userId: 'tomas', utc: '2026-03-03T00:00:00.000Z' } }
  const before = first === undefined ? [] : [first]
  expect(nextUndeployedSet([leftOut], { before, ...later })).toMatchObject([
    { leftOutByUserId: 'nora', leftOutUtc: by.utc },
  ])
  expect(nextUndeployedSet([alpha], { before, ...later })).toMatchObject([
    { reason: 'DeploymentProblems', leftOutByUserId: null, leftOutUtc: null },
  ])
})

test('a component that deployed is no longer listed', () => {
  expect(nextUndeployedSet([], { before: [earlier], ...now })).toEqual([])
})
