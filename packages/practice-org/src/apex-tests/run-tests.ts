import { outcomeOf } from './outcome.ts'
import type { MethodOutcome } from './outcome.ts'
import type { TestRules } from './rules.ts'
import { codeOnly, executableLines, isTestClass, mentions, testMethodsOf } from './source.ts'
import type { ApexSource } from './source.ts'

/**
 * Which tests to run: classes by name, each with all or some of its methods. Letter case does
 * not matter.
 */
export interface TestSelection {
  className: string
  methods?: string[]
}

/**
 * Lines of one class or trigger that tests reached, and by which test class. Line numbers are
 * 1-based.
 */
export interface Coverage {
  source: ApexSource
  coveredLines: number[]
  uncoveredLines: number[]
  /** Names of the test classes that reached it. */
  testClasses: string[]
}

/**
 * What a run of tests gave: methods in the order of the selection, coverage of every class and
 * trigger that is no test.
 */
export interface TestRun {
  outcomes: MethodOutcome[]
  coverage: Coverage[]
}

/**
 * Runs the selected tests over all sources of an org: outcomes by rule or text, coverage by
 * what passing tests mention. Names that do not exist are left out; callers who have to refuse
 * them look first.
 */
export function runTests(
  sources: readonly ApexSource[],
  selection: readonly TestSelection[],
  rules: TestRules,
): TestRun {
  const byName = new Map(sources.map((source) => [source.name.toLowerCase(), source]))
  const outcomes: MethodOutcome[] = []
  for (const { className, methods } of selection) {
    const source = byName.get(className.toLowerCase())
    if (!source) continue
    const wanted = methods && new Set(methods.map((name) => name.toLowerCase()))
    for (const method of testMethodsOf(source)) {
      if (wanted && !wanted.has(method.name.toLowerCase())) continue
      outcomes.push(outcomeOf(source, method, rules))
    }
  }
  return { outcomes, coverage: coverageOf(sources, outcomes, rules) }
}

/**
 * Every class that holds tests, as a selection: RunLocalTests and RunAllTestsInOrg are the
 * same here, because packaged tests cannot be seen.
 */
export function allTests(sources: readonly ApexSource[]): TestSelection[] {
  return sources.filter((source) => isTestClass(source)).map((source) => ({ className: source.name }))
}

/**
 * A test covers what it mentions, directly or through others, and the triggers on objects that
 * any of this code names.
 */
function coverageOf(
  sources: readonly ApexSource[],
  outcomes: readonly MethodOutcome[],
  rules: TestRules,
): Coverage[] {
  const names = new Set(sources.map((source) => source.name.toLowerCase()))
  const links = new Map(sources.map((source) => [source.name.toLowerCase(), mentions(source.text, names)]))
  const triggers = sources.filter((source) => source.kind === 'Trigger')
  const reachedBy = new Map<string, Set<string>>()
  const passing = new Set(outcomes.filter((entry) => entry.outcome === 'Pass').map((entry) => entry.source))
  for (const test of passing) {
    const reached = reach(test.name.toLowerCase(), links)
    const texts = sources.filter((source) => source === test || reached.has(source.name.toLowerCase()))
    for (const trigger of triggers) {
      if (!texts.some((source) => firesTrigger(source, trigger))) continue
      reached.add(trigger.name.toLowerCase())
      for (const name of reach(trigger.name.toLowerCase(), links)) reached.add(name)
    }
    for (const name of reached) reachedBy.set(name, (reachedBy.get(name) ?? new Set<string>()).add(test.name))
  }
  return sources
    .filter((source) => !isTestClass(source))
    .map((source) => {
      const testClasses = [...(reachedBy.get(source.name.toLowerCase()) ?? [])]
      return linesOf(source, testClasses, rules)
    })
}

/** True when a source that changes records mentions the trigger's object. */
function firesTrigger(source: ApexSource, trigger: ApexSource): boolean {
  const object = /\btrigger\s+\w+\s+on\s+(\w+)/i.exec(codeOnly(trigger.text))?.[1]
  if (object === undefined || source === trigger) return false
  return new RegExp(`\\b${object}\\b`, 'i').test(codeOnly(source.text))
}

/** Everything that a test mentions, and what that mentions. */
function reach(start: string, links: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const waiting = [start]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const next of links.get(name) ?? []) {
      if (reached.has(next) || next === start) continue
      reached.add(next)
      waiting.push(next)
    }
  }
  return reached
}

/**
 * The first lines are taken as the covered ones, so that the same percentage always means the
 * same lines.
 */
function linesOf(source: ApexSource, testClasses: string[], rules: TestRules): Coverage {
  const lines = executableLines(source)
  const percent = testClasses.length === 0 ? 0 : (rules.coverage[source.name] ?? rules.usualCoverage)
  const covered = Math.ceil((lines.length * percent) / 100)
  return { source, coveredLines: lines.slice(0, covered), uncoveredLines: lines.slice(covered), testClasses }
}

/** Share of covered lines over everything, in whole percent; 100 when there is nothing to cover. */
export function averagePercent(coverage: readonly Coverage[]): number {
  const covered = coverage.reduce((sum, entry) => sum + entry.coveredLines.length, 0)
  const total = coverage.reduce(
    (sum, entry) => sum + entry.coveredLines.length + entry.uncoveredLines.length,
    0,
  )
  return total === 0 ? 100 : Math.floor((covered / total) * 100)
}
