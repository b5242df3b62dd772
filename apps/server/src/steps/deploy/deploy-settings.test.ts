import { flowOutInput } from '@sluice/contract/job-commands/flow-out'
import { describe, expect, test } from 'vitest'
import { deployOptions } from './deploy-settings.ts'

const input = (given: object) =>
  flowOutInput.parse({ environmentId: '01890000-0000-7000-8000-000000000001', ...given })
const options = (given: object, isSandbox: boolean) =>
  deployOptions(input(given), { validateOnly: false, isSandbox })

describe('deployOptions', () => {
  test('an attempt is always all or nothing for Salesforce', () => {
    expect(options({}, true).rollbackOnError).toBe(true)
  })

  test.each([
    ['Auto', true, true],
    ['Auto', false, false],
    ['Always', false, true],
    ['Never', true, false],
  ])('ignore warnings %s with sandbox %s gives %s', (ignoreWarningsStrategy, isSandbox, expected) => {
    expect(options({ ignoreWarningsStrategy }, isSandbox).ignoreWarnings).toBe(expected)
  })

  test.each([
    ['Never', true, false],
    ['Auto', true, true],
    ['Always', true, true],
    ['Always', false, false],
  ])('purge on delete %s with sandbox %s gives %s', (purgeOnDeleteStrategy, isSandbox, expected) => {
    expect(options({ purgeOnDeleteStrategy }, isSandbox).purgeOnDelete).toBe(expected)
  })

  test('classes are named with RunSpecifiedTests only', () => {
    const testClassesToRun = ['AlphaTest']
    expect(options({ testLevel: 'RunSpecifiedTests', testClassesToRun }, true).runTests).toEqual([
      'AlphaTest',
    ])
    expect(options({ testLevel: 'RunLocalTests', testClassesToRun }, true).runTests).toEqual([])
  })
})
