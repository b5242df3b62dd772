import type { Page } from '@playwright/test'

const resultName = 'sluice-bench'

/** In the page: waits for the first frame with a row, and says when it was, since the navigation. */
export function untilRow(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (now: number) => {
      if (document.querySelector(selector)) resolve(now)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** In the page: scrolls from the first row to the last in 150 frames. */
export async function scrollToTheEnd(selector: string): Promise<void> {
  const scroller = document.querySelector(selector)
  if (scroller === null) throw new Error('There is no list to scroll.')
  for (let frame = 0; frame <= 150; frame++) {
    scroller.scrollTop = (scroller.scrollHeight * frame) / 150
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
  }
}

/** The longest time between two frames of the page while something is done in it. */
export async function longestGap(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(watchFrames, resultName)
  await act()
  return await page.evaluate(async (name) => {
    performance.mark(name)
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    const [measured] = performance.getEntriesByName(`${name}-gap`)
    performance.clearMarks()
    performance.clearMeasures()
    return measured?.duration ?? 0
  }, resultName)
}

/** In the page: looks at every frame until the mark of this name is set; then the measure `<name>-gap` is the longest gap. */
function watchFrames(name: string): void {
  let last = performance.now()
  let longest = 0
  const look = (now: number) => {
    longest = Math.max(longest, now - last)
    last = now
    if (performance.getEntriesByName(name).length === 0) requestAnimationFrame(look)
    else performance.measure(`${name}-gap`, { start: 0, duration: longest })
  }
  requestAnimationFrame(look)
}
