import type { MergeConflict, ConflictReason } from '../../src/merge/decide/conflict.ts'
import type { ListRule, RuleNode } from '../../src/type-rules.ts'
import type { Element, Sides } from './read.ts'
import type { Piece } from './write.ts'

import { compareText } from '../../src/collation.ts'
import { logicNames } from '../../src/merge/decide/numbered-units.ts'
import { isDisplayOrder } from '../../src/merge/identify/display-order.ts'
import { isVolatile } from '../../src/merge/identify/volatile.ts'
import { isOwnValue } from '../../src/org-values/own-values.ts'
import { rulesBelow } from '../../src/type-rules.ts'
import { identityOf, meaningOf } from './identify.ts'
import { chunksOf, collationOf, insertMissing, mergeOrder } from './order.ts'
import { checkNoRenames, entriesByKey, whyConflicting } from './pair.ts'
import { Unspecified, commentsOf, each, mergeGap, sideNames, strayText } from './read.ts'
import { conflictPiece, joinPieces, rangeConflict } from './write.ts'

/** Where an element stands, and what is found on the way. */
export interface Place {
  readonly conflicts: MergeConflict[]
  /** Of two spellings that both sides wrote anew: `<x></x>` rather than `<x/>`. */
  readonly prefersOpenForm: boolean
  /** The rules below the element. */
  readonly rules: RuleNode
  /** Names from the root, with keys and without. */
  readonly path: string
  readonly plainPath: string
}

/** The elements of one name under one parent. */
interface NamedList {
  readonly place: Place
  readonly name: string
  readonly block: Sides<readonly Element[]>
}

/** Merges one entry of a list, or an only element; null when it is not in the result. */
function mergeEntry({ place, name }: NamedList, key: string, sides: Sides<Element | null>): Piece | null {
  const path = `${place.path}/${key === '' ? name : `${name}[${key}]`}`
  const plainPath = `${place.plainPath}/${name}`
  return mergeElement({ ...place, rules: rulesBelow(place.rules, name), path, plainPath }, sides)
}

/** Merges an element that may have come, gone or changed on each side; null when it is not in the result. */
export function mergeElement(place: Place, sides: Sides<Element | null>): Piece | null {
  const { base, ours, theirs } = sides
  const sources = each(sides, (side) => side?.source ?? null)
  const conflict = (reason: ConflictReason, gap: string): Piece =>
    conflictPiece(place.conflicts, { path: place.path, reason, gap, ...sources })
  if (ours === null || theirs === null) {
    const present = ours ?? theirs
    if (present === null || base === null) return present && { ...present, isConflict: false }
    return isOwnValue(place.plainPath) || isUntouched(base, present, place.rules)
      ? null
      : conflict('deletedAndChanged', present.gap)
  }
  const gap = mergeGap({ base: base?.gap ?? '', ours: ours.gap, theirs: theirs.gap })
  const source = mergeBoth(place, { base, ours, theirs })
  return source === null
    ? conflict(base === null ? 'addedByBoth' : 'changedByBoth', gap)
    : { gap, source, isConflict: false }
}

/** Whether an element still says what it said, and nobody left text in it. */
function isUntouched(base: Element, present: Element, rules: RuleNode): boolean {
  const isSame = base.form === present.form || meaningOf(base, rules) === meaningOf(present, rules)
  return isSame && ['', strayText(base)].includes(strayText(present))
}

type Both = Sides<Element | null> & { readonly ours: Element; readonly theirs: Element }

/** The text of an element that both sides have; null when it is one conflict as a whole. */
function mergeBoth(place: Place, both: Both): string | null {
  const { base, ours, theirs } = both
  for (const what of ['source', 'form'] as const) {
    if (ours[what] === theirs[what]) return likelierSpelling(place, ours, theirs)
    if (base?.[what] === ours[what]) return theirs.source
    if (base?.[what] === theirs[what]) return ours.source
  }
  const versions = [ours, theirs, ...(base === null ? [] : [base])]
  const isParent = versions.some(({ children }) => children.length > 0)
  if (!isParent) return mergeLeaves(place, both)
  const isText = versions.some(({ children, value }) => children.length === 0 && value.trim() !== '')
  const tag = mergeTag(both)
  const content = isText || tag === null ? null : mergeContent(place, both)
  if (tag === null || content === null) return null
  if (ours.tag.endsWith('/>') && content === '') return ours.source
  return `${tag.replace(/\s*\/>$/u, '>')}${content}</${ours.name}>`
}

const openForms = ({ source }: Element): number => source.split('></').length

/** The spelling that the writer of such files uses, else that of ours. */
function likelierSpelling({ prefersOpenForm }: Place, ours: Element, theirs: Element): string {
  const difference = openForms(theirs) - openForms(ours)
  return (prefersOpenForm ? difference : -difference) > 0 ? theirs.source : ours.source
}

const valueOf = (leaf: Element): string => `${plainTag(leaf)}${leaf.value}`

function mergeLeaves(place: Place, { base, ours, theirs }: Both): string | null {
  const before = base === null ? null : valueOf(base)
  if (valueOf(ours) === valueOf(theirs)) return base?.source === ours.source ? theirs.source : ours.source
  if (before === valueOf(ours)) return theirs.source
  return before === valueOf(theirs) || isVolatile(place.plainPath) ? ours.source : null
}

/** The start tag of the side that changed it; null when both did. */
function mergeTag({ base, ours, theirs }: Both): string | null {
  if (plainTag(ours) === plainTag(theirs)) return ours.tag.endsWith('/>') ? theirs.tag : ours.tag
  if (base === null) return null
  if (plainTag(base) === plainTag(ours)) return theirs.tag
  return plainTag(base) === plainTag(theirs) ? ours.tag : null
}

const plainTag = ({ tag }: Element): string => tag.replace(/\s*\/?>$/u, '>').replace(/\s+/gu, ' ')

/** What stands inside an element, name by name; null when a name that is no list comes back after others. */
function mergeContent(place: Place, both: Both): string | null {
  const children = each<Element | null, readonly Element[]>(both, (parent) => parent?.children ?? [])
  const rows = Object.values(children)
  if (rows.some((row) => namesThatComeBack(row).some((name) => !place.rules.lists.has(name)))) return null
  const rowsOf = (name: string): Sides<Element[]> =>
    each(children, (row) => row.filter((child) => child.name === name))
  if (rows.flat().some(({ name, value }) => logicNames.has(name) && /\d/u.test(value)))
    throw new Unspecified('a text calls entries by number')
  const order = namesOf(children.ours)
  const collation = collationOf(order) ?? compareText
  const names = insertMissing(order, namesOf(children.theirs), (other, name) => collation(other, name) < 0)
  const pieces = names.flatMap((name) => mergeNamed({ place, name, block: rowsOf(name) }, both.base !== null))
  return joinPieces(pieces, mergeGap(each<Element | null, string>(both, (side) => side?.tail ?? '')))
}

const namesOf = (row: readonly Element[]): string[] => [...new Set(row.map(({ name }) => name))]

const namesThatComeBack = (row: readonly Element[]): string[] =>
  namesOf(
    row.filter(({ name }, at) => row[at - 1]?.name !== name && namesOf(row.slice(0, at)).includes(name)),
  )

/** The elements of one name: a side that left all of them alone takes those of the other side. */
function mergeNamed(list: NamedList, hasBase: boolean): (Piece | Element)[] {
  const { base, ours, theirs } = each(list.block, formOf)
  if (ours === theirs || (hasBase && base === theirs)) return [...list.block.ours]
  if (hasBase && base === ours) return [...list.block.theirs]
  const identity = identityOf(list.name, list.block, list.place.rules)
  if (identity === 'sequence') return mergeSequence(list)
  if (identity !== 'single') return mergeKeyedList(list, identity)
  const only = each(list.block, ([element]) => element ?? null)
  const piece = mergeEntry(list, '', only)
  return piece === null ? [] : [piece]
}

/** What rows have to share so that neither differs from the other but in spelling. */
const formOf = (row: readonly Element[]): string =>
  JSON.stringify(row.map(({ form, gap }) => [form, commentsOf(gap)]))

/** Merges a list whose entries have keys: each entry on its own, then their order. */
function mergeKeyedList(list: NamedList, rule: ListRule): (Piece | Element)[] {
  const entries = entriesByKey(list.name, list.block, rule.key)
  const at = { conflicts: list.place.conflicts, path: `${list.place.path}/${list.name}` }
  const reason = whyConflicting(entries, rule.key)
  if (reason !== null) return [rangeConflict({ ...at, reason }, list.block)]
  checkNoRenames(entries, rule)
  const pieces = new Map<string, Piece>()
  for (const key of new Set([...entries.ours.keys(), ...entries.theirs.keys()])) {
    const entry = each(entries, (side) => side.get(key) ?? null)
    const piece = mergeEntry(list, key, entry)
    if (piece !== null) pieces.set(key, piece)
  }
  const keys = each(entries, (side) => [...side.keys()])
  const { order, runs } = mergeOrder(keys, rule.order, isDisplayOrder(list.place.plainPath))
  /** A conflict about the order shows merged entries, unless one is or holds a conflict itself. */
  const shown = (side: 'ours' | 'theirs', key: string): readonly (Piece | Element)[] => {
    const piece = pieces.get(key)
    const isConflict = piece?.isConflict === true || piece?.source.includes('<<<<<<< ours\n') === true
    return [isConflict ? entries[side].get(key) : piece].filter((found) => found !== undefined)
  }
  return order.flatMap((key, place) => {
    const run = runs.find((others) => others.includes(key))
    if (run === undefined) return pieces.get(key) ?? []
    if (run.includes(order[place - 1] ?? '')) return []
    const inRun = each(keys, (row) => row.filter((other) => run.includes(other)))
    return rangeConflict(
      { ...at, reason: 'movedByBoth' },
      {
        base: inRun.base.flatMap((other) => entries.base.get(other) ?? []),
        ours: inRun.ours.flatMap((other) => shown('ours', other)),
        theirs: inRun.theirs.flatMap((other) => shown('theirs', other)),
      },
    )
  })
}

/** Lists whose entries are nothing but places. */
const placeLists = new Set(['layoutColumns', 'quickActionLayoutColumns'])

/** Merges a list whose entries have no key: each part of the row as the side has it that changed it. */
function mergeSequence(list: NamedList): (Piece | Element)[] {
  const { name, block, place } = list
  const inPairs = ({ base, ours, theirs }: Sides<readonly Element[]>): (Piece | Element)[] =>
    ours.flatMap((entry, at) => {
      const sides = { base: base[at] ?? null, ours: entry, theirs: theirs[at] ?? null }
      return mergeEntry(list, String(at + 1), sides) ?? []
    })
  if (placeLists.has(name) && block.ours.length === block.theirs.length) return inPairs(block)
  const rules = rulesBelow(place.rules, name)
  const meanings = each(block, (row) => row.map((entry) => meaningOf(entry, rules)))
  return chunksOf(meanings).flatMap(({ isStable, from, to }) => {
    const range = each(sideNames, (side) => block[side].slice(from[side], to[side]))
    if (isStable) return inPairs(range)
    const { base, ours, theirs } = each(sideNames, (side) =>
      meanings[side].slice(from[side], to[side]).join('\0'),
    )
    if (base === theirs) return range.ours
    if (base === ours) return range.theirs
    throw new Unspecified('both sides changed one part of a row of entries without keys')
  })
}
