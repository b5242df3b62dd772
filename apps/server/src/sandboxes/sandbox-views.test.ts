import { sandboxStatus } from '@sluice/contract/sandbox'
import { describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { toSandbox } from './sandbox-views.ts'

const stackId = newId()
const row = {
  id: '0GQ000000000001AAA',
  name: 'dev',
  licenseType: 'DEVELOPER_PRO',
  description: null,
  status: 'Completed',
  orgId: '00D000000000001',
  started: '2026-11-01T08:00:00.000Z',
  ended: '2026-11-01T09:00:00.000Z',
  activated: null,
}
const shown = (changes: Partial<Parameters<typeof toSandbox>[1]>) =>
  toSandbox(stackId, { ...row, ...changes })

describe('a sandbox', () => {
  test.each([
    ['DEVELOPER', 'Developer'],
    ['Developer_Pro', 'DeveloperPro'],
    ['PARTIAL', 'Partial'],
    ['Full', 'Full'],
  ])('[S-147] has the licence type that Salesforce writes as %s', (written, licenseType) => {
    expect(shown({ licenseType: written })?.licenseType).toBe(licenseType)
  })

  test('of a kind that is not known is left out', () => {
    expect(shown({ licenseType: 'SOMETHING' })).toBeNull()
  })

  test.each(sandboxStatus.options)(
    '[S-177] has the status %s that Salesforce writes with spaces',
    (status) => {
      const label = status.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
      expect(shown({ status: label })?.status).toBe(status)
    },
  )

  test.each(['Something New', null])('has the status Other when Salesforce says %s', (status) => {
    expect(shown({ status })?.status).toBe('Other')
  })

  test.each([
    ['Completed', { isCompleted: true, completedUtc: row.ended, isRefreshable: true, isDeletable: true }],
    ['Stopped', { isCompleted: false, completedUtc: null, isRefreshable: false, isDeletable: true }],
    ['Processing', { isCompleted: false, completedUtc: null, isRefreshable: false, isDeletable: false }],
  ])('that is %s can be refreshed or deleted accordingly', (status, flags) => {
    expect(shown({ status })).toMatchObject(flags)
  })
})
