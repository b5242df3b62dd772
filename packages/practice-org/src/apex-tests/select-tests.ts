import { isRecord } from '../http/request.ts'
import type { Org } from '../org.ts'
import { sameId } from '../ids.ts'
import { allTests } from './run-tests.ts'
import type { TestSelection } from './run-tests.ts'
import type { ApexSource } from './source.ts'

/**
 * Reads what a run is asked for: a list of tests, lists of classes or suites (names or ids
 * separated by commas), or a level without any. Empty when the body names nothing; unknown
 * class names come back as they are, unknown ids and suites are left out.
 */
export function selectTests(
  org: Org,
  sources: readonly ApexSource[],
  given: Record<string, unknown>,
): TestSelection[] {
  if (Array.isArray(given.tests))
    return given.tests.flatMap((entry: unknown) => (isRecord(entry) ? testOf(sources, entry) : []))
  const named = [
    ...list(given.classNames),
    ...list(given.classids).flatMap((id) => nameOfId(sources, id)),
    ...list(given.suiteNames).flatMap((name) => classesOfSuite(org, name)),
    ...list(given.suiteids).flatMap((id) => membersOfSuite(org, sources, id)),
  ]
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

/** Suites are components as well as records; both may exist. */
function classesOfSuite(org: Org, name: string): string[] {
  const suite = org.records.all('ApexTestSuite').find((row) => row.TestSuiteName === name)
  const members = org.records.all('TestSuiteMembership').filter((row) => row.ApexTestSuiteId === suite?.Id)
  return members.flatMap((row) =>
    org.store
      .list('ApexClass')
      .filter((record) => record.id === row.ApexClassId)
      .map((record) => record.fullName),
  )
}

function membersOfSuite(org: Org, sources: readonly ApexSource[], id: string): string[] {
  return org.records
    .all('TestSuiteMembership')
    .filter((row) => typeof row.ApexTestSuiteId === 'string' && sameId(row.ApexTestSuiteId, id))
    .flatMap((row) => (typeof row.ApexClassId === 'string' ? nameOfId(sources, row.ApexClassId) : []))
}
