import type { Page } from '@playwright/test'

/** Collects the paths of the scripts that the page requests, or of those that it has received. */
export function watchScripts(page: Page, event: 'request' | 'requestfinished' = 'request'): Set<string> {
  const scripts = new Set<string>()
  const add = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) scripts.add(pathname)
  }
  if (event === 'request') page.on('request', add)
  else page.on('requestfinished', add)
  return scripts
}

/** Whether the last script of the prefetch is among them: dialogs come after all pages, in the order of the pages. */
export const hasLastScript = (scripts: Set<string>) =>
  [...scripts].some((path) => path.includes('/create-invitation-dialog-'))
