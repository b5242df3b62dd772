import { flowOutInput } from '@sluice/contract/job-commands/flow-out'
import { describe, expect, test } from 'vitest'
import { refuseDivision } from './run-parts.ts'

const input = (given: object) =>
  flowOutInput.parse({ environmentId: '00000000-0000-4000-8000-000000000000', ...given })
const diff = (parts: number) => ({
  changes: [],
  parts: Array.from({ length: parts }, () => []),
  size: { files: 25_310, customFields: 12 },
})

describe('a delta that is too large for one deployment', () => {
  test.each([{ checkOnly: true }, { allOrNothing: true }])('is refused with %j, with its size', (given) => {
    expect(() => refuseDivision({ input: input(given), diff: diff(3) })).toThrow(
      'The flow out has 25,310 files and 12 custom fields',
    )
  })

  test('is divided without these settings, and a delta that fits is never refused', () => {
    expect(() => refuseDivision({ input: input({}), diff: diff(3) })).not.toThrow()
    expect(() => refuseDivision({ input: input({ checkOnly: true }), diff: diff(1) })).not.toThrow()
  })
})
