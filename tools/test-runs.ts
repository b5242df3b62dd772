// The runs of the two test runners that make up `npm test`, `npm run test:full` and a part of them.
import { runChecks } from './checks.ts'
import { chooseTests } from './choose-tests.ts'
import { codeProjects, pageProjects, runs } from './projects.ts'
import { choiceOfPlaywright, choiceOfVitest, repeatFailed } from './repeat-failed.ts'
import { Refusal } from './prepare.mjs'
import {
  joinReports,
  runPlaywright,
  runVitest,
  type Counts,
  type FailedTest,
  type RunResult,
  type ShowOptions,
} from './run-tests.ts'

/** Values of the environment of a runner. */
type Environment = Readonly<Record<string, string>>

/** A run of a test runner, and how one of its tests is run alone, with a report of its own. */
export interface Run {
  readonly file: string
  readonly start: () => Promise<RunResult>
  readonly runAlone: (test: FailedTest, again: string) => Promise<RunResult>
}

/** The arguments that choose tests, and the report. */
interface RunOptions extends ShowOptions {
  readonly args: readonly string[]
  readonly file: string
}

const projectArguments = (projects: readonly string[]): string[] =>
  projects.flatMap((name) => ['--project', name])

/** A run of Vitest over these projects. */
export const vitest = (where: readonly string[], { args, ...options }: RunOptions): Run => ({
  file: options.file,
  start: () => runVitest([...where, ...args], options),
  runAlone: (test, again) => runVitest([...where, ...choiceOfVitest(test)], { ...options, file: again }),
})

const playwright = ({ args, ...options }: RunOptions): Run => ({
  file: options.file,
  start: () => runPlaywright(args, options),
  runAlone: (test, again) => runPlaywright(choiceOfPlaywright(test), { ...options, file: again }),
})

/** Starts a group of runs at the same time; on CI, their failed tests are repeated alone once all have ended. */
export async function runTogether(
  group: readonly [Run, ...Run[]],
  { CI }: NodeJS.ProcessEnv = process.env,
): Promise<RunResult[]> {
  const results = await Promise.all(group.map(({ start }) => start()))
  if (CI !== 'true') return results
  const again = group[0].file.replace(/[.]json$/, '-again.json')
  const repeated: RunResult[] = []
  for (const [index, result] of results.entries()) {
    const { file, runAlone } = group[index] ?? group[0]
    repeated.push(await repeatFailed(result, { file, again, runAlone: (test) => runAlone(test, again) }))
  }
  return repeated
}

/** Runs all tests of `npm test` (`normal`) or of `npm run test:full` (`full`) and returns the results. */
export async function runAll(name: keyof typeof runs, env: Environment): Promise<Counts[]> {
  const { vitest: args, playwright: stories, suffix, env: choice } = runs[name]
  const inVitest = { ...env, ...choice }
  const reportOf = (part: string) => `.cache/vitest${suffix}-${part}.json`
  const reports = [reportOf('code'), reportOf('pages')] as const
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

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Runs the tests that the words name (see choose-tests.ts) and returns the results. */
export async function runChosen(words: readonly string[], env: Environment): Promise<Counts[]> {
  const { code, pages, stories, titles } = chooseTests(words)
  const title = (option: string) => (titles.length > 0 ? [option, titles.map(escape).join('|')] : [])
  const isLong = code.some((file) => file.includes('.long.test.'))
  const inVitest = (files: readonly string[]) => [
    ...files,
    '--passWithNoTests',
    ...title('--testNamePattern'),
  ]
  const places: [readonly string[], string[], string][] = [
    [code, projectArguments([...codeProjects, ...(isLong ? ['long'] : [])]), '.cache/chosen-code.json'],
    [pages, projectArguments(pageProjects), '.cache/chosen-pages.json'],
  ]
  const chosen = places
    .filter(([files]) => files.length > 0)
    .map(([files, where, file]) => vitest(where, { args: inVitest(files), file, env }))
  const inPlaywright = [...stories.map(escape), ...title('--grep')]
  if (stories.length > 0)
    chosen.push(playwright({ args: inPlaywright, file: '.cache/chosen-stories.json', env }))
  const results: RunResult[] = []
  for (const one of chosen) results.push(...(await runTogether([one])))
  if (results.every(({ passed, failed }) => passed + failed === 0))
    throw new Refusal(`No test has ${titles.map((one) => `"${one}"`).join(' or ')} in its title.`)
  // A test that the title leaves out does not count as skipped.
  return titles.length > 0 ? results.map((result) => ({ ...result, skipped: 0, skippedTests: [] })) : results
}
