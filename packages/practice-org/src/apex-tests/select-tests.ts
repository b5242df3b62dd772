import { isRecord } from '../http/request.ts'
import { sameId } from '../ids.ts'
import type { OrgState } from '../org-state.ts'
import type { SObjectRecord } from '../records.ts'
import { allTests } from './run-tests.ts'
import type { TestSelection } from './run-tests.ts'
import type { ApexSource } from './source.ts'
import { membershipRows, suiteRows } from './suites.ts'

/**
 * Reads what a run is asked for: a list of tests, lists of classes or suites (names or ids
 * separated by commas), or a level without any. Empty when the body names nothing; unknown
 * class names come back as they are, unknown ids and suites are left out.
 */
export async function selectTests(
  org: OrgState,
  sources: readonly ApexSource[],
  given: Record<string, unknown>,
): Promise<TestSelection[]> {
  if (Array.isArray(given.tests))
    return given.tests.flatMap((entry: unknown) => (isRecord(entry) ? testOf(sources, entry) : []))
  const named = [...list(given.classNames), ...list(given.classids).flatMap((id) => nameOfId(sources, id))]
  for (const name of list(given.suiteNames))
    named.push(...(await classesOfSuite(org, sources, (suite) => suite.TestSuiteName === name)))
  for (const id of list(given.suiteids))
    named.push(...(await classesOfSuite(org, sources, (suite) => sameId(suite.Id, id))))
  if (named.length > 0) return named.map((className) => ({ className }))
  return given.testLevel === 'RunLocalTests' || given.testLevel === 'RunAllTestsInOrg'
    ? allTests(sources)
    : []
}

/** One entry of `tests`: by name or id; no testMethods means all of them. */
function testOf(sources: readonly ApexSource[], entry: Record<string, unknown>): TestSelection[] {
  const byId = typeof entry.classId === 'string' ? nameOfId(sources, entry.classId)[0] : undefined
  const className = typeof entry.className === 'string' ? entry.className : byId
  if (className === undefined) return []
  const methods = Array.isArray(entry.testMethods) ? entry.testMethods.map(String) : []
  return [methods.length > 0 ? { className, methods } : { className }]
}

/** The lists are texts with commas on the wire. */
function list(value: unknown): string[] {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : []
}

function nameOfId(sources: readonly ApexSource[], id: string): string[] {
  return sources.filter((source) => sameId(source.id, id)).map((source) => source.name)
}

/** The classes of a suite, named or given by its id. */
async function classesOfSuite(
  org: OrgState,
  sources: readonly ApexSource[],
  is: (suite: SObjectRecord) => boolean,
): Promise<string[]> {
  const suite = suiteRows(org).find(is)
  const members = (await membershipRows(org)).filter((row) => row.ApexTestSuiteId === suite?.Id)
  return members.flatMap((row) => nameOfId(sources, String(row.ApexClassId)))
}
