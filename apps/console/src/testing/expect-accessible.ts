import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with one readable line per rule of WCAG 2.2 A and AA that the page breaks as it stands. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect(lines).toEqual([])
}
