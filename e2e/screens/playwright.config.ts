// What `npm run screenshots` runs: the pictures are for people to look at, so no test run includes them.
import { defineConfig } from '@playwright/test'
import base from '../../playwright.config.ts'

export default defineConfig(base, {
  testDir: '.',
  testMatch: 'screenshots.ts',
  globalSetup: '../global-setup.ts',
  timeout: 900_000,
  reporter: 'list',
  outputDir: '../../.cache/playwright-screens',
})
