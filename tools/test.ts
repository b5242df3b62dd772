// `npm test` runs every check and all tests except those of `npm run test:full`, which is `--full` here. Words after it, such as
// `npm test -- refs.test.ts`, run a part. All end with one closing line.
import { requireChromium } from './chromium.ts'
import { build } from './prepare.mjs'
import { runProgram, say } from './program.ts'
import { closingLine, lists, isGreen } from './run-tests.ts'
import { runAll, runChosen } from './test-runs.ts'

await runProgram(
  async (args) => {
    const chromium = await requireChromium(say)
    const env = chromium ? { CHROMIUM_PATH: chromium } : {}
    await build(say)
    const words = args.filter((arg) => arg !== '--full')
    const run = args.includes('--full') ? 'full' : 'normal'
    const results = words.length > 0 ? await runChosen(words, env) : await runAll(run, env)
    for (const line of lists(results)) say(line)
    say(closingLine(results))
    process.exitCode = isGreen(results) ? 0 : 1
  },
  () => say('0 passed, 1 failed, 0 skipped'),
)
