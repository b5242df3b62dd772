import { describe, expect, test } from 'vitest'
import { refusalOf } from './clobber-finding.ts'

const one = (componentName: string, changeType: 'Modified' | 'Deleted' = 'Modified') => ({
  packageName: 'unpackaged',
  componentType: 'ApexClass',
  componentName,
  changeType,
  orgChangeType: 'Modified' as const,
  changedByName: null,
  changedUtc: null,
})
type Found = Parameters<typeof refusalOf>[1]
const isRefused = (strategy: 'Auto' | 'Accept' | 'Abort', finding: Found) =>
  refusalOf(strategy, finding, 0) !== null

describe('[J-240] what a clobber strategy refuses', () => {
  const confirmed = { confirmed: [one('A')], potential: [] }
  const potential = { confirmed: [], potential: [one('A')] }
  const deletion = { confirmed: [], potential: [one('A', 'Deleted')] }
  const nothing = { confirmed: [], potential: [] }
  const rows: readonly (readonly ['Auto' | 'Accept' | 'Abort', readonly Found[], readonly Found[]])[] = [
    ['Auto', [confirmed, deletion], [nothing, potential]],
    ['Accept', [], [nothing, confirmed, potential, deletion]],
    ['Abort', [confirmed, potential, deletion], [nothing]],
  ]
  test.for(rows)('%s', ([strategy, refused, allowed]) => {
    expect(refused.filter((finding) => !isRefused(strategy, finding))).toEqual([])
    expect(allowed.filter((finding) => isRefused(strategy, finding))).toEqual([])
  })
})

test('a refusal of many names fifty and counts the rest', () => {
  const confirmed = Array.from({ length: 60 }, (_, index) => one(`C${index}`))
  const refusal = refusalOf('Abort', { confirmed, potential: [] }, 0)
  expect(refusal?.message).toContain('60 components')
  expect(refusal?.details.split('\n')).toHaveLength(52)
  expect(refusal?.details).toContain('ApexClass C49: changed in the org\nand 10 more\n')
})

test.each([
  [0, 'Nothing was deployed.'],
  [1, 'The first part is in the org.'],
  [2, 'The first 2 parts are in the org.'],
])('a refusal after %i parts of a divided flow out says what is in the org', (partsDone, expected) => {
  const refusal = refusalOf('Abort', { confirmed: [one('A')], potential: [] }, partsDone)
  expect(refusal?.message).toBe(
    `The org holds changes in 1 component that this flow out would overwrite. ${expected}`,
  )
})
