import type { ComponentIdentity } from './component.ts'
import type { Composite } from './composite.ts'

import { decodeUtf8, encodeUtf8 } from './bytes.ts'
import { componentKey } from './component.ts'
import { readComposite, reduceComposite } from './composite.ts'
import { sameContent } from './diff/same-content.ts'
import { merge } from './merge/merge.ts'
import { replaceNested } from './nested-edits.ts'
import { componentOfPath } from './paths.ts'

/**
 * The versions of one file, null where it is absent. An undeployed component is one that the
 * branch holds and the org could not take.
 */
export interface OverlayInput {
  readonly path: string
  /** The file at the parity commit. */
  readonly parity: Uint8Array | null
  /** The file at the last commit where the undeployed components were in the org. */
  readonly baseline: Uint8Array | null
  /** The undeployed components nested in this file; null when the whole file is one undeployed component. */
  readonly nested: readonly ComponentIdentity[] | null
}

/**
 * What the org should hold of a file: parity, but undeployed components as they were at their baseline.
 * Null when nothing is left of the file. Raises `XmlError`.
 */
export function overlayBaseline({ path, parity, baseline, nested }: OverlayInput): Uint8Array | null {
  if (nested === null) return baseline
  return withNestedFrom({ path, content: parity, source: baseline, nested })
}

/**
 * The file to commit, and what became of each undeployed component in it; each is in exactly
 * one list.
 */
export interface OverlayResult {
  /** The file for a commit on top of parity. */
  readonly content: Uint8Array | null
  /** The org holds what parity holds: no longer undeployed. */
  readonly settled: readonly ComponentIdentity[]
  /** The org still holds the baseline: parity's version stays. */
  readonly unchanged: readonly ComponentIdentity[]
  /** Org and parity both left the baseline, and both changes are in `content`. */
  readonly merged: readonly ComponentIdentity[]
  /** Org and parity both left the baseline differently: `content` holds the org's version. */
  readonly conflicts: readonly ComponentIdentity[]
}

/** A whole component's stand-in while a file is compared in one piece. */
type Outcome = 'settled' | 'unchanged' | 'conflicts'

type Versions = Readonly<Record<'baseline' | 'parity' | 'org', Uint8Array | null>>

/**
 * What a commit on top of parity must hold when the org returned `org` for a file with undeployed components:
 * their undeployed state must not be read as a change that somebody made in the org. Raises `XmlError`.
 */
export function overlayOrg(input: OverlayInput & { readonly org: Uint8Array | null }): OverlayResult {
  const { path, parity, baseline, org, nested } = input
  const result: Record<Outcome | 'merged', ComponentIdentity[]> = {
    settled: [],
    unchanged: [],
    conflicts: [],
    merged: [],
  }
  if (nested === null) {
    const identity = componentOfPath(path)?.identity
    const outcome = outcomeOf({ baseline, parity, org })
    const text = outcome === 'conflicts' ? mergedOf(path, { baseline, parity, org }) : null
    if (identity !== undefined) result[text === null ? outcome : 'merged'].push(identity)
    return { ...result, content: text ?? (outcome === 'unchanged' ? parity : org) }
  }
  const sides = { baseline: texts(path, baseline), parity: texts(path, parity), org: texts(path, org) }
  const edits = new Map<string, string | null>()
  for (const identity of nested) {
    const key = componentKey(identity)
    const pick = (side: ReadonlyMap<string, Uint8Array>): Uint8Array | null => side.get(key) ?? null
    const versions = { baseline: pick(sides.baseline), parity: pick(sides.parity), org: pick(sides.org) }
    const outcome = outcomeOf(versions)
    const text = outcome === 'conflicts' ? mergedOf(path, versions) : null
    result[text === null ? outcome : 'merged'].push(identity)
    if (text !== null) edits.set(key, decodeUtf8(text))
  }
  const restored = withNestedFrom({ path, content: org, source: parity, nested: result.unchanged })
  const content =
    restored === null || edits.size === 0 ? restored : replaceNested({ path, content: restored, edits })
  return { ...result, content }
}

/** Both changes in one text, when nothing in them collides; null otherwise. */
function mergedOf(path: string, { baseline, parity, org }: Versions): Uint8Array | null {
  if (baseline === null || parity === null || org === null) return null
  const result = merge({ path, base: baseline, ours: parity, theirs: org })
  return result.status === 'clean' ? result.content : null
}

function outcomeOf(sides: Versions): Outcome {
  if (isSame(sides.org, sides.parity)) return 'settled'
  return isSame(sides.org, sides.baseline) ? 'unchanged' : 'conflicts'
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : sameContent(a, b, true)
}

function texts(path: string, content: Uint8Array | null): ReadonlyMap<string, Uint8Array> {
  const composite = content === null ? null : readComposite(path, content)
  return new Map([...elementTexts(composite)].map(([key, text]) => [key, encodeUtf8(text)]))
}

function elementTexts(composite: Composite | null): Map<string, string> {
  const found = new Map<string, string>()
  for (const { element, identity } of composite?.parts ?? []) {
    if (composite !== null && identity !== null)
      found.set(componentKey(identity), composite.document.sourceOf(element))
  }
  return found
}

interface NestedSource {
  readonly path: string
  readonly content: Uint8Array | null
  readonly source: Uint8Array | null
  readonly nested: readonly ComponentIdentity[]
}

/**
 * `content` with the named nested components as `source` has them, or without those that it
 * does not have. Null when nothing is left.
 */
function withNestedFrom({ path, content, source, nested }: NestedSource): Uint8Array | null {
  if (nested.length === 0) return content
  const available = elementTexts(source === null ? null : readComposite(path, source))
  if (content === null) {
    const keys = new Set(nested.map(componentKey).filter((key) => available.has(key)))
    return source === null || keys.size === 0
      ? null
      : reduceComposite({ path, content: source, nested: keys, ownContent: false })
  }
  const edits = new Map(
    nested.map((identity) => [componentKey(identity), available.get(componentKey(identity)) ?? null]),
  )
  return replaceNested({ path, content, edits })
}
