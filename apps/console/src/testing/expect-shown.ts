import { expect } from 'vitest'
import { page } from 'vitest/browser'

/**
 * Waits until exactly one visible element has the text. A closed button also carries its reason in a hidden element,
 * for screen readers, which does not count.
 */
export async function expectShown(
  text: string,
  within: Pick<typeof page, 'getByText'> = page,
): Promise<void> {
  await expect
    .poll(
      () =>
        within
          .getByText(text)
          .elements()
          .filter((element) => element.checkVisibility()).length,
    )
    .toBe(1)
}
