import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/** What the colours decide, for a page whose other rules are judged in light colours. */
export const colourRules = ['color-contrast', 'link-in-text-block']
/** What the width decides, for a page whose other rules are judged on a wide screen. */
export const widthRules = ['target-size', 'scrollable-region-focusable']

/** Fails with one readable line per broken rule, of WCAG 2.2 A and AA by default, on the page as it stands. */
export async function expectAccessible(page: Page, rules: readonly string[] = everyRule): Promise<void> {
  await animationsEnded(page)
  // Evaluated through the debugger, which the content security policy of the page does not forbid.
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`,
  )
  const lines = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
  expect(lines).toEqual([])
}

/** Waits for running transitions, because a colour in the middle of one may have too little contrast. */
async function animationsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const mostRounds = 20
    for (let round = 0; round < mostRounds; round += 1) {
      // Transitions of the last render begin in the next frame.
      for (let frame = 0; frame < 2; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const finite = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity && one.playState === 'running')
      if (finite.length === 0) return
      await Promise.allSettled(finite.map((one) => one.finished))
    }
  })
}
