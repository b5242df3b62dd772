import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'
import { expectShown } from './expect-shown.ts'

/** A closed button stays reachable and is described by its reason, which shows once the pointer rests on the button. */
export async function expectReason(button: Locator, reason: string): Promise<void> {
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription(reason)
  // What shows the reason is loaded on demand, and does not see a pointer that was there before.
  await expect.element(button).toHaveAttribute('data-base-ui-tooltip-trigger')
  await button.hover()
  await expectShown(reason)
}
