import { type BrowserContext, chromium } from '@playwright/test'
import type { AuthTokens } from '@sluice/contract/user'

interface Visitor {
  /** The origin of the product. */
  readonly origin: string
  /** The tokens of a signed-in user; null for a visitor. */
  readonly tokens: AuthTokens | null
}

/** Calls `act` with the context of a new browser with an empty cache. */
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
    // The runner of this file adds calls of `__name` to functions, which a page does not define.
    await context.addInitScript('globalThis.__name = (named) => named')
    return await act(context)
  } finally {
    await browser.close()
  }
}

const storedTokens = ({ accessToken, refreshToken, expiresIn }: AuthTokens): string =>
  JSON.stringify({ accessToken, refreshToken, expiresAt: Date.now() + expiresIn * 1000 })
