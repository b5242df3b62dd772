import { expect, test } from 'vitest'
import { keptDeletions } from './left-out.ts'

const one = (componentName: string, changeType: 'Added' | 'Deleted') => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  changeType,
  componentId: null,
  reason: 'DeploymentProblems' as const,
  failingSinceUtc: '2026-11-22T10:00:00.000Z',
  failingSinceCommitHash: null,
  leftOutByUserId: null,
  leftOutUtc: null,
  baselineCommitHash: null,
  problems: [],
})

test('a deletion that failed before and is not made now stays remembered', () => {
  const failed = one('Failed', 'Deleted')
  const undeployed = [failed, one('New', 'Added'), one('Gone', 'Deleted')]
  const onlyInOrg = [failed, one('New', 'Added')]
  expect(keptDeletions({ onlyInOrg, undeployed })).toEqual([failed])
})
