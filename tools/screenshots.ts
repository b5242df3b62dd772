// `npm run screenshots [-- -g TITLE]`: pictures of every screen in .cache/screenshots, for people to look at.
import { join } from 'node:path'
import { requireChromium } from './chromium.ts'
import { build, root } from './prepare.mjs'
import { runProgram, say } from './program.ts'
import { show } from './run-tests.ts'

await runProgram(async (args) => {
  const chromium = await requireChromium(say)
  await build(say)
  const playwright = join(root, 'node_modules/.bin/playwright')
  const all = ['test', '--config', 'e2e/screens/playwright.config.ts', ...args]
  process.exitCode = await show(playwright, all, { env: chromium ? { CHROMIUM_PATH: chromium } : {} })
  say('The pictures are in .cache/screenshots.')
})
