import { describe, expect, test } from 'vitest'
import { countsOfDeployment, deploymentSentence } from './deployment-counts.ts'

type Result = Parameters<typeof countsOfDeployment>[0]
type ChangeType = Result['successes'][number]['changeType']

const one = (componentName: string, changeType: ChangeType = 'Modified') => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  changeType,
  componentId: null,
  problems: [],
  filePaths: [],
})
const failure = (
  componentName: string,
  reason: Result['failures'][number]['reason'] = 'DeploymentProblems',
) => ({
  ...one(componentName),
  isNew: true,
  failingSinceCommit: null,
  reason,
})
const result = (given: Partial<Result>): Result => ({
  successes: [],
  failures: [],
  excludedComponents: [],
  notDeployed: [],
  ...given,
})
const done = { isCheckOnly: false, isSuccessful: true }

describe('the counts of a deployment', () => {
  test('hold each component once, a profile without some entries as deployed', () => {
    const counts = countsOfDeployment(
      result({
        successes: [one('A', 'Added'), one('B'), one('C', 'Deleted'), one('Profile')],
        failures: [failure('Profile'), failure('D'), failure('E', 'ComponentIsNotDeployable')],
        excludedComponents: [one('F'), one('G')],
        notDeployed: [one('H')],
      }),
    )
    expect(counts).toEqual({
      deployed: 4,
      added: 1,
      modified: 2,
      deleted: 1,
      partly: 1,
      leftOut: 2,
      failed: 1,
      notDeployable: 1,
      notDeployed: 1,
    })
    expect(deploymentSentence(counts, done)).toBe(
      '4 of 9 components deployed, 1 of them without entries that the org refused; 2 components were left out, 1 failed, 1 cannot be deployed.',
    )
  })
})

describe('the sentence of a deployment', () => {
  test.each<[string, Partial<Result>, Partial<typeof done>]>([
    ['There was nothing to deploy.', {}, {}],
    ['1 component deployed.', { successes: [one('A')] }, {}],
    ['1 component validated.', { successes: [one('A')] }, { isCheckOnly: true }],
    ['Nothing was deployed: 1 component was left out.', { excludedComponents: [one('A')] }, {}],
    [
      'Nothing was deployed: 2 components were left out, 1 failed.',
      { excludedComponents: [one('A'), one('B')], failures: [failure('C')] },
      { isSuccessful: false },
    ],
    ['Nothing was deployed.', { notDeployed: [one('A')] }, { isSuccessful: false }],
    [
      'The validation failed. Nothing was changed in the org.',
      { notDeployed: [one('A')] },
      { isSuccessful: false, isCheckOnly: true },
    ],
    [
      '1 of 2 components deployed.',
      { successes: [one('A')], notDeployed: [one('B')] },
      { isSuccessful: false },
    ],
  ])('is "%s"', (sentence, given, how) => {
    expect(deploymentSentence(countsOfDeployment(result(given)), { ...done, ...how })).toBe(sentence)
  })
})
