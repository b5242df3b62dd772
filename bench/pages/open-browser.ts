import { type BrowserContext, chromium } from '@playwright/test'
import type { AuthTokens } from '@sluice/contract/user'

interface Visitor {
  /** The origin of the product. */
  readonly origin: string
  /** Of somebody who has signed in; null for a visitor. */
  readonly tokens: AuthTokens | null
}

/** Lets something be done in a browser of its own, which has loaded nothing yet. */
export async function inFreshBrowser<T>(
  { origin, tokens }: Visitor,
  act: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  try {
    const localStorage = tokens === null ? [] : [{ name: 'sluice.tokens', value: storedTokens(tokens) }]
    const storageState = { cookies: [], origins: [{ origin, localStorage }] }
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } })
    // What runs this file names functions by a function that pages do not have.
    await context.addInitScript('globalThis.__name = (named) => named')
    return await act(context)
  } finally {
    await browser.close()
  }
}

const storedTokens = ({ accessToken, refreshToken, expiresIn }: AuthTokens): string =>
  JSON.stringify({ accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 })
