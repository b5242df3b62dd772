import type { DeployRequest } from '@sluice/salesforce/tooling/deploy-requests'
import { expect, test } from 'vitest'
import { candidates, judge } from './find-deployment.ts'

const intent = {
  sinceUtc: '',
  userId: 'u',
  checkOnly: false,
  componentCount: 3,
  testLevel: 'NoTestRun',
  knownIds: ['old'],
}
const request = (id: string, given: Partial<DeployRequest> = {}): DeployRequest => ({
  id,
  type: 'Api',
  status: 'InProgress',
  checkOnly: false,
  testLevel: null,
  changeSetName: null,
  createdById: 'u',
  createdDate: null,
  startDate: null,
  completedDate: null,
  numberComponentsTotal: 0,
  ...given,
})
const ids = (...requests: DeployRequest[]) => candidates(requests, intent).map((found) => found.id)
const verdict = (...counts: number[]) =>
  judge(
    counts.map((numberComponentsTotal, index) => request(`d${index}`, { numberComponentsTotal })),
    intent,
  )

test('a deployment that was there before the intent is not ours', () => {
  expect(ids(request('old'), request('new'))).toEqual(['new'])
})

test.each<[string, Partial<DeployRequest>]>([
  ['a validation', { checkOnly: true }],
  ['the deployment of a change set', { changeSetName: 'Spring release' }],
  ['what the org calls a change set', { type: 'Changeset' }],
  ['a deployment out of Apex', { type: 'ApexApi' }],
  ['a deployment with another test level', { testLevel: 'RunLocalTests' }],
])('%s is not taken for ours', (_, given) => {
  expect(ids(request('other', given), request('ours', { testLevel: 'NoTestRun' }))).toEqual(['ours'])
})

test('a level that the org chose, or does not tell, says nothing', () => {
  const open = { ...intent, testLevel: null }
  expect(candidates([request('a', { testLevel: 'RunLocalTests' })], open)).toHaveLength(1)
  expect(ids(request('b', { testLevel: null }))).toEqual(['b'])
})

test.each([
  ['none never arrived', [], 'notDone'],
  ['one with our number of components is ours', [3], { done: 'd0' }],
  ['one with another number may be that of another tool', [7], 'ambiguous'],
  ['the number tells two apart', [7, 3], { done: 'd1' }],
  ['two with our number look alike', [3, 3], 'ambiguous'],
  ['one that is not counted yet says nothing yet', [0], 'uncounted'],
  ['one not counted yet may turn out to be ours beside another', [3, 0], 'uncounted'],
])('of new deployments of the same kind: %s', (_, counts, expected) => {
  expect(verdict(...counts)).toEqual(expected)
})

test('one that ended before it was counted stays uncertain', () => {
  expect(judge([request('failed', { status: 'Failed' })], intent)).toBe('ambiguous')
})
