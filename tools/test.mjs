// `npm test` runs every check and all tests except those of `npm run test:full`, which is `--full` here. Words after it, such as
// `npm test -- refs.test.ts`, run a part. All end with one closing line.
import { requireChromium } from './chromium.mjs'
import { build, install, Refusal, requireTools } from './prepare.mjs'
import { closingLine, lists, isGreen } from './run-tests.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

async function main(args) {
  requireTools()
  await install(say)
  const chromium = await requireChromium(say)
  const env = chromium ? { CHROMIUM_PATH: chromium } : {}
  await build(say)
  const { runAll, runChosen } = await import('./test-runs.mjs')
  const words = args.filter((arg) => arg !== '--full')
  const run = args.includes('--full') ? 'full' : 'normal'
  const results = words.length > 0 ? await runChosen(words, env) : await runAll(run, env)
  for (const line of lists(results)) say(line)
  say(closingLine(results))
  process.exitCode = isGreen(results) ? 0 : 1
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
  say('0 passed, 1 failed, 0 skipped')
  process.exitCode = 1
})
