import type { MergeInput, MergeResult } from '../write/merge-result.ts'
import type { ReadMerge } from '../elements/merge-types.ts'
import type { MergeConflict } from '../decide/conflict.ts'
import type { Break } from './break.ts'
import type { Site, Versions } from './sites.ts'

import { encodeUtf8, sameBytes } from '../../bytes.ts'
import { compareText } from '../../collation.ts'
import { readWellFormed } from '../../xml/read-well-formed.ts'
import { breaksBy } from './breaks.ts'
import { rulesToCheck } from './rules-to-check.ts'
import { outermost, withMarks } from './marks.ts'
import { isDifferent, siteOf } from './sites.ts'

/** A merge of the same versions with a side that wins inside conflicts. */
type Remerge = (favour: 'ours' | 'theirs') => ReadMerge

/**
 * Looks at what a merge put together: what does not fit, although it did on both sides, becomes a conflict with the reason
 * `brokenByMerge` and a sentence. A clean result gets markers there; one that has conflicts already only says what will be
 * broken whichever side is chosen. What one side had broken before stays as it is.
 */
export function checkConsistency(input: MergeInput, merge: ReadMerge, remerge: Remerge): MergeResult {
  const { result, roots, origins } = merge
  const isWhole = result.conflicts.length === 0 || input.favour !== undefined
  if (isWhole) return checkWhole(input, merge)
  // Whichever side wins inside the conflicts, no rule has to be asked that need not be asked with them.
  if (roots === null || rulesToCheck(roots, origins).length === 0) return result
  return checkPartly(input, result, remerge)
}

function checkWhole(input: MergeInput, merge: ReadMerge): MergeResult {
  const { result } = merge
  const looked = brokenIn(input, merge)
  if (looked === null || looked.fresh.length === 0) return result
  const { versions, fresh: all } = looked
  const fresh = all.filter(({ isWarning }) => isWarning !== true)
  const warnings = all
    .filter(({ isWarning }) => isWarning === true)
    .flatMap((broken) => firstConflict(versions, broken))
  if (fresh.length === 0) return { ...result, warnings }
  const labels = { base: 'base', ours: 'ours', theirs: 'theirs', ...input.labels }
  const found = fresh.flatMap((broken) => sitesOf(versions, broken).map((site) => ({ site, broken })))
  const sites = outermost(uniqueSites(found.map(({ site }) => site)))
  const text = withMarks(versions.merged.text, sites, { labels, favour: input.favour ?? null })
  const added = sites.map((site) => {
    const inside = found.filter((other) => other.site.start >= site.start && other.site.end <= site.end)
    return conflictAt(site, new Set(inside.map(({ broken }) => broken.message)))
  })
  return {
    status: 'conflict',
    content: encodeUtf8(text),
    conflicts: [...result.conflicts, ...added],
    warnings,
  }
}

/** Breaks that stay whichever side wins inside the conflicts. */
function checkPartly(input: MergeInput, result: MergeResult, remerge: Remerge): MergeResult {
  const first = brokenIn(input, remerge('ours'))
  const second = first === null ? null : brokenIn(input, remerge('theirs'))
  if (first === null || second === null) return result
  const kept = new Set(second.fresh.map(({ id }) => id))
  const { versions } = first
  const both = first.fresh.filter(({ id }) => kept.has(id))
  const said = (warns: boolean): MergeConflict[] =>
    both
      .filter(({ isWarning = false }) => isWarning === warns)
      .flatMap((broken) => firstConflict(versions, broken))
  return { ...result, conflicts: [...result.conflicts, ...said(false)], warnings: said(true) }
}

/** The first by path, because which one stands first in the result depends on the side that is ours. */
function firstConflict(versions: Versions, broken: Break): MergeConflict[] {
  const [site] = sitesOf(versions, broken).toSorted((a, b) => compareText(a.path, b.path))
  return site === undefined ? [] : [conflictAt(site, new Set([broken.message]))]
}

function conflictAt({ path, base, ours, theirs }: Site, messages: ReadonlySet<string>): MergeConflict {
  return { path, reason: 'brokenByMerge', base, ours, theirs, message: [...messages].join(' ') }
}

/** Null when nothing in the result is broken, or it is that of one side. */
function brokenIn({ ours, theirs }: MergeInput, merge: ReadMerge): Broken | null {
  const { roots, origins, result } = merge
  if (roots === null || sameBytes(result.content, ours) || sameBytes(result.content, theirs)) return null
  const rules = rulesToCheck(roots, origins)
  const merged = rules.length === 0 ? null : readWellFormed(result.content)
  if (merged === null) return null
  const documents = {
    base: roots.base?.document ?? null,
    ours: roots.ours.document,
    theirs: roots.theirs.document,
  }
  const broken = rules
    .map((rule) => ({ rule, breaks: breaksBy(merged, rule) }))
    .filter(({ breaks }) => breaks.length > 0)
  if (broken.length === 0) return null
  const sides = [documents.ours, documents.theirs]
  const fresh = broken.flatMap(({ rule, breaks }) => {
    const known = new Set(sides.flatMap((side) => breaksBy(side, rule)).map(({ id }) => id))
    return breaks.filter(({ id }) => !known.has(id))
  })
  return { versions: { merged, ...documents }, fresh }
}

/** The versions of a file, and what does not fit in the merged one and fitted on both sides. */
interface Broken {
  readonly versions: Versions
  readonly fresh: readonly Break[]
}

function sitesOf(versions: Versions, { places, standAlone = false }: Break): Site[] {
  const different = places.filter((place) => isDifferent(versions, place, standAlone))
  return (different.length > 0 ? different : places).map((place) => siteOf(versions, place, standAlone))
}

function uniqueSites(sites: readonly Site[]): Site[] {
  return [...new Map(sites.map((site) => [site.start, site])).values()]
}
