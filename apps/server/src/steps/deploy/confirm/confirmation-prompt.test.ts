import { describe, expect, test } from 'vitest'
import { warningOf } from './confirmation-prompt.ts'

describe('the warning', () => {
  const nothing = { org: 'sandbox', isCheckOnly: false, deletions: 0, confirmed: 0, potential: 0 } as const
  test('is absent where the deployment takes nothing of the org away', () =>
    expect(warningOf(nothing)).toBeNull())
  test('says of a validation what would happen', () =>
    expect(warningOf({ ...nothing, isCheckOnly: true, deletions: 2 })).toBe(
      'The sandbox has 2 components that the branch does not have. They would be deleted.',
    ))
  test('tells what is certain from what cannot be told', () =>
    expect(warningOf({ ...nothing, confirmed: 2, potential: 1 })).toBe(
      '2 components were changed in the sandbox since the last flow. These changes will be overwritten. 1 component differs in the sandbox. It cannot be told whether somebody changed it there since the last flow.',
    ))
})
