import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with one readable line per rule of WCAG 2.2 A and AA that the page breaks as it stands, in light and in dark colours. */
export async function expectAccessible(): Promise<void> {
  const root = document.documentElement
  const { theme } = root.dataset
  try {
    root.dataset['theme'] = 'light'
    const light = await brokenRules(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    root.dataset['theme'] = 'dark'
    const dark = await brokenRules(colourRules)
    expect({ light, dark }).toEqual({ light: [], dark: [] })
  } finally {
    if (theme === undefined) delete root.dataset['theme']
    else root.dataset['theme'] = theme
  }
}

/** The rules whose result depends on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

async function brokenRules(runOnly: string[]): Promise<string[]> {
  await transitionsEnded()
  const { violations } = await axe.run(document, { runOnly })
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
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
