// What `npm run screenshots` runs: the pictures are for people to look at, so no test run includes them.
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

export default defineConfig(base, {
  testDir: '.',
  testMatch: 'screenshots.ts',
  globalSetup: '../global-setup.ts',
  timeout: 1_800_000,
  // A control that stays closed ends the pictures at once.
  use: { ...base.use, actionTimeout: 60_000 },
  reporter: 'list',
  outputDir: '../../.cache/playwright-screens',
})
