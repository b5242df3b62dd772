// The runs of the two test runners that make up `npm test`, `npm run test:full` and a part of them.
import { runChecks } from './check.mjs'
import { chooseTests } from './choose-tests.mjs'
import { codeProjects, pageProjects, runs } from './projects.mjs'
import { choiceOfPlaywright, choiceOfVitest, repeatFailed } from './repeat-failed.mjs'
import { Refusal } from './prepare.mjs'
import { joinReports, runPlaywright, runVitest } from './run-tests.mjs'

const projectArguments = (projects) => projects.flatMap((name) => ['--project', name])

/** A run of Vitest: where its tests are, the arguments that choose some of them, and its report. */
export const vitest = (where, { args, ...options }) => ({
  file: options.file,
  start: () => runVitest([...where, ...args], options),
  runAlone: (test, again) => runVitest([...where, ...choiceOfVitest(test)], { ...options, file: again }),
})

/** A run of Playwright: the arguments that choose tests, and its report. */
const playwright = ({ args, file, env }) => ({
  file,
  start: () => runPlaywright(args, { file, env }),
  runAlone: (test, again) => runPlaywright(choiceOfPlaywright(test), { file: again, env }),
})

/** Starts a group of runs at the same time; on CI, their failed tests are repeated alone once all have ended. */
export async function runTogether(group, { CI } = process.env) {
  const results = await Promise.all(group.map(({ start }) => start()))
  if (CI !== 'true') return results
  const again = group[0].file.replace(/[.]json$/, '-again.json')
  const repeated = []
  for (const [index, { file, runAlone }] of group.entries())
    repeated.push(
      await repeatFailed(results[index], { file, again, runAlone: (test) => runAlone(test, again) }),
    )
  return repeated
}

/** Runs all tests of `npm test` (`normal`) or of `npm run test:full` (`full`) and returns the results. */
export async function runAll(name, env) {
  const { vitest: args, playwright: stories, suffix, env: choice } = runs[name]
  const inVitest = { ...env, ...choice }
  const reports = ['code', 'pages'].map((part) => `.cache/vitest${suffix}-${part}.json`)
  // The checks read code and Vitest mostly waits while it starts, so all run at the same time. Every click of a page test goes through
  // the process of its runner, which therefore must not be the one that transforms the modules of all other tests.
  const [checks, tests] = await Promise.all([
    name === 'normal' ? runChecks() : undefined,
    runTogether([
      vitest(projectArguments(codeProjects), { args, file: reports[0], env: inVitest }),
      vitest(projectArguments(pageProjects), { args, file: reports[1], env: inVitest }),
    ]),
  ])
  joinReports(reports, `.cache/vitest${suffix}.json`)
  const browser = await runTogether([
    playwright({ args: stories, file: `.cache/playwright${suffix}.json`, env }),
  ])
  return [...(checks ? [checks] : []), ...tests, ...browser]
}

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Runs the tests that the words name (see choose-tests.mjs) and returns the results. */
export async function runChosen(words, env) {
  const { code, pages, stories, titles } = chooseTests(words)
  const title = (option) => (titles.length > 0 ? [option, titles.map(escape).join('|')] : [])
  const isLong = code.some((file) => file.includes('.long.test.'))
  const inVitest = (files) => [...files, '--passWithNoTests', ...title('--testNamePattern')]
  const chosen = [
    [code, projectArguments([...codeProjects, ...(isLong ? ['long'] : [])]), '.cache/chosen-code.json'],
    [pages, projectArguments(pageProjects), '.cache/chosen-pages.json'],
  ]
    .filter(([files]) => files.length > 0)
    .map(([files, where, file]) => vitest(where, { args: inVitest(files), file, env }))
  const inPlaywright = [...stories.map(escape), ...title('--grep')]
  if (stories.length > 0)
    chosen.push(playwright({ args: inPlaywright, file: '.cache/chosen-stories.json', env }))
  const results = []
  for (const one of chosen) results.push(...(await runTogether([one])))
  if (results.every(({ passed, failed }) => passed + failed === 0))
    throw new Refusal(`No test has ${titles.map((one) => `"${one}"`).join(' or ')} in its title.`)
  // A test that the title leaves out does not count as skipped.
  return titles.length > 0 ? results.map((result) => ({ ...result, skipped: 0, skippedTests: [] })) : results
}
