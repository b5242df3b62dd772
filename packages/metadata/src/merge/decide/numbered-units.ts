import type { RuleNode } from '../../type-rules.ts'
import type { NamedRow } from '../read/named-row.ts'
import type { Sides } from '../read/node.ts'

import { meaningOf } from '../identify/meaning.ts'
import { textOf } from '../../xml/text.ts'
import { rulesBelow } from '../../type-rules.ts'
import { mapSides } from '../read/node.ts'
import { keepsPlaces } from '../order/order.ts'

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
 * when both sides touched them and an entry came or went. A merged pair would mean something nobody wrote. Not so where one
 * side only edited entries where they stand and the other added some, so that it is known which entry of the base is which,
 * and wrote the text for it.
 */
export function contestedUnits(grouped: Sides<ReadonlyMap<string, NamedRow>>, rules: RuleNode): Set<string> {
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
 * Whether one side only edited entries where they stand, and the other added some to those it kept or edited likewise, none of
 * them what the one made of another entry.
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
