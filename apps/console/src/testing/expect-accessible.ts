import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with one readable line per rule of WCAG 2.2 A and AA that the page breaks as it stands. */
export async function expectAccessible(): Promise<void> {
  await transitionsEnded()
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect(lines).toEqual([])
}

/** A colour in the middle of a transition may have too little contrast. */
async function transitionsEnded(): Promise<void> {
  // Transitions of the last render begin in the next frame.
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  const finite = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(finite.map((one) => one.finished))
}
