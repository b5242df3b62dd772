import type { RuleNode } from '../type-rules.ts'
import type { ContentMerge } from './merge-types.ts'
import type { NamedRow } from './named-row.ts'
import type { Sides } from './node.ts'

import { textOf } from '../xml/text.ts'
import { rulesBelow } from '../type-rules.ts'
import { meaningOf } from './node.ts'

/** Elements whose text names entries of a list beside it by their number: `1 AND (2 OR 3)`. */
const logicNames = new Set([
  'booleanFilter',
  'filterLogic',
  'conditionLogic',
  'customLogic',
  'advancedFilter',
  'filterFormulaLogic',
])

/**
 * Names that must not be merged entry by entry here: a list whose entries a logic text calls by number, and that text,
 * when both sides touched them and an entry came or went. A merged pair would mean something nobody wrote.
 */
export function contestedUnits(
  grouped: Sides<ReadonlyMap<string, NamedRow>>,
  { rules }: ContentMerge,
): Set<string> {
  const names = new Set([...grouped.base.keys(), ...grouped.ours.keys(), ...grouped.theirs.keys()])
  const logic = [...names].filter((name) => logicNames.has(name) && hasNumbers(grouped, name))
  if (logic.length === 0) return new Set()
  const lists = [...names].filter((name) => rules.lists.get(name)?.key.kind === 'position')
  const unit = [...logic, ...lists]
  const meaning = (side: ReadonlyMap<string, NamedRow>): string =>
    unit.map((name) => meaningOfGroup(side.get(name), rulesBelow(rules, name))).join('\0')
  const base = meaning(grouped.base)
  const ours = meaning(grouped.ours)
  const theirs = meaning(grouped.theirs)
  if (ours === theirs || base === ours || base === theirs) return new Set()
  const counts = (side: ReadonlyMap<string, NamedRow>): string =>
    lists.map((name) => side.get(name)?.length ?? 0).join()
  const keepsNumbers =
    counts(grouped.base) === counts(grouped.ours) && counts(grouped.ours) === counts(grouped.theirs)
  return keepsNumbers ? new Set() : new Set(unit)
}

/** A logic text without numbers (`and`, a formula) does not depend on places. */
function hasNumbers(grouped: Sides<ReadonlyMap<string, NamedRow>>, name: string): boolean {
  return [grouped.base, grouped.ours, grouped.theirs].some((groups) =>
    (groups.get(name)?.nodes ?? []).some(({ document, element }) => /\d/u.test(textOf(document, element))),
  )
}

function meaningOfGroup(row: NamedRow | undefined, rules: RuleNode): string {
  return (row?.nodes ?? []).map((node) => meaningOf(node, rules)).join('\u0001')
}
