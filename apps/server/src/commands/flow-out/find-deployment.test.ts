import type { DeployRequest } from '@sluice/salesforce/tooling/deploy-requests'
import { expect, test } from 'vitest'
import { matching } from './find-deployment.ts'

const intent = { sinceUtc: '', userId: 'u', checkOnly: false, componentCount: 3, knownIds: ['old'] }
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
const ids = (...requests: DeployRequest[]) => matching(requests, intent).map((found) => found.id)

test('a deployment that was there before the intent is not ours', () => {
  expect(ids(request('old'), request('new'))).toEqual(['new'])
})

test('a validation is not mistaken for a deployment', () => {
  expect(ids(request('check', { checkOnly: true }))).toEqual([])
})

test('the number of components tells two candidates apart', () => {
  expect(ids(request('a', { numberComponentsTotal: 3 }), request('b', { numberComponentsTotal: 7 }))).toEqual(
    ['a'],
  )
})

test('two that look alike stay two', () => {
  expect(
    ids(request('a', { numberComponentsTotal: 3 }), request('b', { numberComponentsTotal: 3 })),
  ).toHaveLength(2)
})
