import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH'] // oxlint-disable-line node/no-process-env -- tools/test.ts says which browser

/** Background services of the browser only look up hosts that tests never need. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  // Tests share one product and depend on none of each other, so those of a file run side by side too.
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/playwright.json' }]],
  outputDir: '.cache/playwright',
  use: {
    ...(executablePath ? { launchOptions: { executablePath, args: [...quiet, ...asRoot] } } : {}),
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
})
