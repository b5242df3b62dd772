import { describe, expect, test } from 'vitest'
import { deployableTime, whyNotDeploy } from './quick-deploy.ts'

const validation = {
  completedUtc: '2026-01-01T00:00:00.000Z',
  headCommitHash: 'head',
  outboundCommitHash: 'outbound',
}
const state = { headCommitHash: 'head', outboundCommitHash: 'outbound' }
const at = (text: string) => new Date(`2026-01-${text}Z`)

const moved = (changes: object) => whyNotDeploy(validation, at('02T00:00:00'), { ...state, ...changes })

describe('a validation', () => {
  test('can be deployed to the last moment of ten days', () => {
    expect(whyNotDeploy(validation, at('10T23:59:59.999'), state)).toBeNull()
    expect(whyNotDeploy(validation, at('11T00:00:00'), state)).toBe(
      'Salesforce deploys a validation for 10 days, and these are over.',
    )
  })

  test('cannot be deployed once branch or environment moved', () => {
    expect(moved({ headCommitHash: 'other' })).toBe('The branch has moved since the check.')
    expect(moved({ outboundCommitHash: null })).toBe(
      'Another flow has recorded a new state of the environment since the check.',
    )
    expect(moved({ headCommitHash: null })).toBeNull()
  })

  test.each([
    ['01T00:00:01', '9 days left'],
    ['09T00:00:00', '2 days left'],
    ['10T00:00:00', '1 day left'],
    ['10T00:00:01', 'less than 1 day left'],
  ])('at %s has %s', (moment, left) => {
    expect(deployableTime(validation, at(moment))).toBe(left)
  })
})
