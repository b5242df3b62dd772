import type { Origin } from '../elements/merge-types.ts'
import type { Roots } from '../read/versions.ts'
import type { XmlDocument } from '../../xml/document.ts'
import type { ConsistencyRule } from './rule.ts'

import { asciiOf, isNamed } from '../../xml/ascii-names.ts'
import { logicNames } from './numbers.ts'
import { consistencyRules } from './rules.ts'

/**
 * The rules that the merged file may break anew. A rule that finds the same children in the result as in one side finds
 * what it finds there, which is no news; so does one that looks at each child alone where all of them stand in a side.
 */
export function rulesToCheck(
  { ours, theirs }: Roots,
  origins: ReadonlyMap<string, Origin> | null,
): readonly ConsistencyRule[] {
  const logic: readonly ConsistencyRule[] = [ours.document, theirs.document].some(hasLogic)
    ? [{ kind: 'logic' }]
    : []
  const rules = rulesOf(ours.document)
  // Children of another root may mean something else.
  if (origins === null || ours.document.nameOf(0) !== theirs.document.nameOf(0)) return [...rules, ...logic]
  return [...rules.filter((rule) => canBeBroken(rule, origins)), ...logic]
}

function rulesOf(document: XmlDocument): readonly ConsistencyRule[] {
  const root = document.nameOf(0)
  return (Object.hasOwn(consistencyRules, root) ? consistencyRules[root] : undefined) ?? []
}

function canBeBroken(rule: ConsistencyRule, origins: ReadonlyMap<string, Origin>): boolean {
  const names = namesIn(rule)
  if (names === null) return true
  const found = names.flatMap((name) => origins.get(name) ?? [])
  if (rule.kind === 'implies' && found.every(({ isVerbatim }) => isVerbatim)) return false
  return !(['ours', 'theirs'] as const).some((side) => found.every(({ sameAs }) => sameAs.includes(side)))
}

/** The children of the root that a rule looks at; null for all. */
function namesIn(rule: ConsistencyRule): string[] | null {
  const names = pathsIn(rule).map((path) => path.split('/')[0] ?? '')
  return names.some((name) => name.startsWith('*')) ? null : names
}

function pathsIn(rule: ConsistencyRule): readonly string[] {
  if (rule.kind === 'logic') return ['**']
  if (rule.kind === 'recordTypeValues') return ['recordTypes', 'fields']
  if (rule.kind === 'refers') return [rule.from, ...rule.to]
  if (rule.kind === 'count' && 'sameAs' in rule.limit) return [rule.entries, rule.limit.sameAs]
  return [rule.entries]
}

const logicElements = logicNames.map(asciiOf)
const shortest = Math.min(...logicElements.map(({ length }) => length))
const longest = Math.max(...logicElements.map(({ length }) => length))

/** Whether a logic text stands anywhere. */
function hasLogic({ source }: XmlDocument): boolean {
  for (let element = 1; element < source.size; element += 1) {
    const length = source.nameEndOf(element) - source.startOf(element) - 1
    if (length < shortest || length > longest) continue
    for (const name of logicElements) if (isNamed(source, element, name)) return true
  }
  return false
}
