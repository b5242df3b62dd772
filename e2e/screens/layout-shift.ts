import type { Page } from '@playwright/test'

declare global {
  interface Window {
    layoutShift?: number
  }
}

/** From now on each page of the tab adds up how far its content moves without an input of the person. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShift = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false)
          window.layoutShift = (window.layoutShift ?? 0) + Number(entry.value)
    })
    observer.observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of the layout shifts of the open page; 1 is the whole window by its whole height. */
export const shiftOf = (page: Page): Promise<number> => page.evaluate(() => window.layoutShift ?? 0)
