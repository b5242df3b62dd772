// `npm run screenshots [-- -g TITLE]`: pictures of every screen in .cache/screenshots, for people to look at.
import { join } from 'node:path'
import { requireChromium } from './chromium.mjs'
import { build, install, Refusal, requireTools, root } from './prepare.mjs'
import { show } from './run-tests.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

async function main() {
  requireTools()
  await install(say)
  const chromium = await requireChromium(say)
  await build(say)
  const playwright = join(root, 'node_modules/.bin/playwright')
  const args = ['test', '--config', 'e2e/screens/playwright.config.ts', ...process.argv.slice(2)]
  process.exitCode = await show(playwright, args, { env: chromium ? { CHROMIUM_PATH: chromium } : {} })
  say('The pictures are in .cache/screenshots.')
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
  process.exitCode = 1
})
