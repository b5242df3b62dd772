import type { RuleNode } from '../../type-rules.ts'
import type { NamedRow } from '../read/named-row.ts'
import type { Sides } from '../read/node.ts'

import { meaningOf } from '../identify/meaning.ts'
import { textOf } from '../../xml/text.ts'
import { rulesBelow } from '../../type-rules.ts'
import { mapSides } from '../read/node.ts'
import { keepsPlaces } from '../order/order.ts'

/** Elements whose text names entries of a list beside it by their number: `1 AND (2 OR 3)`. */
export const logicNames = new Set([
  'booleanFilter',
  'filterLogic',
  'conditionLogic',
  'customLogic',
  'advancedFilter',
  'filterFormulaLogic',
])

/**
 * Names whose elements are one conflict as a whole: a logic text such as `1 AND 2` and the lists whose entries it calls by
 * number, when both sides changed them and the number of entries differs. Merging them one by one would combine a text with
 * entries that it was not written for. They are merged all the same when one side only edited entries in their places and the
 * other side added entries and changed the text, because each entry of the base can then be found in both sides.
 */
export function conflictingUnits(
  grouped: Sides<ReadonlyMap<string, NamedRow>>,
  rules: RuleNode,
): Set<string> {
  const names = new Set([...grouped.base.keys(), ...grouped.ours.keys(), ...grouped.theirs.keys()])
  const logic = [...names].filter((name) => logicNames.has(name) && hasNumbers(grouped, name))
  if (logic.length === 0) return new Set()
  const lists = [...names].filter((name) => rules.lists.get(name)?.key.kind === 'position')
  const unit = [...logic, ...lists]
  const meaning = (side: ReadonlyMap<string, NamedRow>): string =>
    unit.map((name) => meaningsOf(side.get(name), rulesBelow(rules, name)).join('\u0001')).join('\0')
  const base = meaning(grouped.base)
  const ours = meaning(grouped.ours)
  const theirs = meaning(grouped.theirs)
  if (ours === theirs || base === ours || base === theirs) return new Set()
  const lengths = (side: ReadonlyMap<string, NamedRow>): string =>
    lists.map((name) => side.get(name)?.length ?? 0).join()
  const keepsNumbers =
    lengths(grouped.base) === lengths(grouped.ours) && lengths(grouped.ours) === lengths(grouped.theirs)
  if (keepsNumbers) return new Set()
  const rows = mapSides(
    grouped,
    (side): Rows =>
      (name) =>
        meaningsOf(side.get(name), rulesBelow(rules, name)),
  )
  const isClear =
    isSafe({ logic, lists }, { base: rows.base, editing: rows.ours, adding: rows.theirs }) ||
    isSafe({ logic, lists }, { base: rows.base, editing: rows.theirs, adding: rows.ours })
  return isClear ? new Set() : new Set(unit)
}

interface Unit {
  readonly logic: readonly string[]
  readonly lists: readonly string[]
}

interface Roles {
  readonly base: Rows
  readonly editing: Rows
  readonly adding: Rows
}

/**
 * Whether one side only edited entries in their places, and the other side added entries and kept or edited the rest in their
 * places, without adding what the first side turned an entry into.
 */
function isSafe({ logic, lists }: Unit, { base, editing, adding }: Roles): boolean {
  return (
    logic.every((name) => isSameRow(editing(name), base(name))) &&
    lists.every(
      (name) =>
        isEdited(base(name), editing(name)) &&
        isAddedTo(base(name), adding(name)) &&
        !isBroughtTwice(name, { base, editing, adding }),
    )
  )
}

/** Whether an entry was made what the other side holds beside it. */
function isBroughtTwice(name: string, { base, editing, adding }: Roles): boolean {
  const [before, added] = [base(name), new Set(adding(name))]
  return editing(name).some((text, index) => {
    const old = before[index] ?? ''
    return text !== old && added.has(text) && added.has(old)
  })
}

/** What the elements of a name mean, in their order. */
type Rows = (name: string) => readonly string[]

function isSameRow(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index])
}

function isEdited(base: readonly string[], row: readonly string[]): boolean {
  return row.length === base.length && keepsPlaces(base, row)
}

/**
 * Whether all entries of the base are there, none of them once more among the new ones: in their order, or each with its
 * number, some edited, where the new ones stand behind them.
 */
function isAddedTo(base: readonly string[], row: readonly string[]): boolean {
  const known = new Set(base)
  const kept = row.filter((text) => known.has(text))
  return isSameRow(base, kept) || keepsPlaces(base, row)
}

/** A logic text without numbers (`and`, a formula) does not depend on places. */
function hasNumbers(grouped: Sides<ReadonlyMap<string, NamedRow>>, name: string): boolean {
  return [grouped.base, grouped.ours, grouped.theirs].some((groups) =>
    (groups.get(name)?.nodes ?? []).some(({ document, element }) => /\d/u.test(textOf(document, element))),
  )
}

function meaningsOf(row: NamedRow | undefined, rules: RuleNode): readonly string[] {
  return (row?.nodes ?? []).map((node) => meaningOf(node, rules))
}
