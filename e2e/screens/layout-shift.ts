import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShift?: number
    layoutShiftCauses?: string[]
  }
}

/** From now on each page of the tab adds up how far its content moves without an input of the person. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  // What runs in the page brings its functions along.
  await page.addInitScript(() => {
    // oxlint-disable unicorn/consistent-function-scoping
    interface Source {
      node?: Element | null
      previousRect: DOMRectReadOnly
      currentRect: DOMRectReadOnly
    }
    const rectOf = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ')
    const causeOf = ({ node, previousRect, currentRect }: Source) =>
      `${node?.textContent?.slice(0, 40) ?? ''}: ${rectOf(previousRect)} to ${rectOf(currentRect)}`
    window.layoutShift = 0
    window.layoutShiftCauses = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false) {
          window.layoutShift = (window.layoutShift ?? 0) + Number(entry.value)
          const sources: Source[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
          window.layoutShiftCauses?.push(
            `${Number(entry.value).toFixed(3)} ${sources.map(causeOf).join(' | ')}`,
          )
        }
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of the layout shifts of the open page; 1 is the whole window by its whole height. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => window.layoutShift ?? 0)

/** What moved in each shift, from where to where (left, top, width, height). */
export const shiftCausesOf = (page: Page): Promise<string> =>
  page.evaluate(() => window.layoutShiftCauses?.join('\n') ?? '')
