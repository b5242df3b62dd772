import type { Page } from '@playwright/test'

/** The addresses of the scripts that the page asks for from now on, or of those that have come. */
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

/** Whether the script is there that is fetched last: dialogs are fetched after all pages, in the order of the pages. */
export const hasLastScript = (scripts: Set<string>) =>
  [...scripts].some((path) => path.includes('/create-invitation-dialog-'))
