// What `npm test` runs: every check and every test, and one closing line over all of them.
import { requireChromium } from './chromium.mjs'
import { build, install, Refusal, requireTools } from './prepare.mjs'
import { codeProjects } from './projects.mjs'
import { closingLine, failureLines, isGreen, joinReports, runPlaywright, runVitest } from './run-tests.mjs'

const say = (line) => process.stdout.write(`${line}\n`)

async function main() {
  requireTools()
  await install(say)
  const chromium = await requireChromium(say)
  const env = chromium ? { CHROMIUM_PATH: chromium } : {}
  await build(say)
  const { runChecks } = await import('./check.mjs')
  // The checks read code and Vitest mostly waits while it starts, so all run at the same time. Every click of a page test goes through
  // the process of its runner, which therefore must not be the one that transforms the modules of all other tests.
  const reports = ['.cache/vitest-code.json', '.cache/vitest-pages.json']
  const results = await Promise.all([
    runChecks(),
    runVitest(
      codeProjects.flatMap((name) => ['--project', name]),
      { file: reports[0], env },
    ),
    runVitest(['--project', 'pages*'], { file: reports[1], env }),
  ])
  joinReports(reports, '.cache/vitest.json')
  results.push(await runPlaywright({ env }))
  for (const line of failureLines(results)) say(line)
  say(closingLine(results))
  process.exitCode = isGreen(results) ? 0 : 1
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`)
  say('0 passed, 1 failed, 0 skipped')
  process.exitCode = 1
})
