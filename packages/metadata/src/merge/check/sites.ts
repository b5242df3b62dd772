import type { RuleNode } from '../../type-rules.ts'
import type { XmlDocument } from '../../xml/document.ts'
import type { Place } from './places.ts'

import { keyOf, refinedKeyOf } from '../identify/identity.ts'
import { rulesBelow, rulesOfRoot } from '../../type-rules.ts'

/** One step down: an element's name, and its key or, without one, its number among its likes. */
interface Step {
  readonly name: string
  readonly key: string
  /** The key where several of its likes have the key. */
  readonly refined: string
  readonly isKeyed: boolean
  /** What an entry without a key holds, where it is known by that and not by its number. */
  readonly source: string | null
}

/** An element of the merged file, with what stands for it in each version; null where it is absent. */
export interface Site {
  readonly path: string
  readonly start: number
  readonly end: number
  readonly base: string | null
  readonly ours: string | null
  readonly theirs: string | null
}

/** The merged file and the versions it was made of. */
export interface Versions {
  readonly merged: XmlDocument
  readonly base: XmlDocument | null
  readonly ours: XmlDocument
  readonly theirs: XmlDocument
}

/** Whether the versions hold the element in different forms, so that a person has something to choose from. */
export function isDifferent(versions: Versions, { element, parents }: Place, standsAlone: boolean): boolean {
  const steps = stepsTo(versions.merged, [...parents, element], standsAlone)
  return sourceAt(versions.ours, steps) !== sourceAt(versions.theirs, steps)
}

/**
 * The smallest element around a place that people can choose between: one that the sides hold differently.
 * Where one side lacks it, the largest that the side lacks, because half of an addition means nothing; the element
 * itself where it is an entry that stands alone.
 */
export function siteOf(versions: Versions, { element, parents }: Place, standsAlone: boolean): Site {
  const chain = [...parents, element]
  const steps = stepsTo(versions.merged, chain, standsAlone)
  const differs = (depth: number): boolean => {
    const upTo = steps.slice(0, depth)
    return sourceAt(versions.ours, upTo) !== sourceAt(versions.theirs, upTo)
  }
  const isLacking = (depth: number): boolean => {
    const upTo = steps.slice(0, depth)
    return sourceAt(versions.ours, upTo) === null || sourceAt(versions.theirs, upTo) === null
  }
  let depth = steps.length
  while (depth > 0 && !differs(depth)) depth -= 1
  if (!standsAlone) while (depth > 1 && isLacking(depth) && isLacking(depth - 1)) depth -= 1
  const upTo = steps.slice(0, depth)
  const at = chain[depth] ?? 0
  const { merged, base, ours, theirs } = versions
  const root = `/${merged.nameOf(0)}`
  return {
    path: `${root}${upTo.map(({ name, key, isKeyed }) => `/${name}${isKeyed ? `[${key}]` : ''}`).join('')}`,
    start: merged.startOf(at),
    end: merged.endOf(at),
    base: base === null ? null : sourceAt(base, upTo),
    ours: sourceAt(ours, upTo),
    theirs: sourceAt(theirs, upTo),
  }
}

/** How to find elements, the root first, in other versions of the file; the last by what it holds where it stands alone. */
function stepsTo(document: XmlDocument, chain: readonly number[], standsAlone: boolean): Step[] {
  let rules = rulesOfRoot(document.nameOf(0))
  return chain.slice(1).map((element, index) => {
    const name = document.nameOf(element)
    const key = keyAt(document, element, { rules, keyOf })
    const refined = keyAt(document, element, { rules, keyOf: refinedKeyOf }) ?? ''
    const likes = document.childrenOf(chain[index] ?? 0).filter((child) => document.nameOf(child) === name)
    rules = rulesBelow(rules, name)
    if (key !== null) return { name, key, refined, isKeyed: true, source: null }
    const isAlone = standsAlone && index === chain.length - 2
    const source = isAlone ? document.sourceOf(element) : null
    return { name, key: String(likes.indexOf(element)), refined, isKeyed: false, source }
  })
}

/** The rules of the list that an element is in, and which key of it is meant. */
interface Keying {
  readonly rules: RuleNode
  readonly keyOf: typeof keyOf
}

function keyAt(document: XmlDocument, element: number, keying: Keying): string | null {
  const rule = keying.rules.lists.get(document.nameOf(element))
  return rule === undefined ? null : keying.keyOf({ document, element, gap: '' }, rule.key)
}

function sourceAt(document: XmlDocument, steps: readonly Step[]): string | null {
  let rules = rulesOfRoot(document.nameOf(0))
  let at: number | undefined = 0
  for (const step of steps) {
    const { name, isKeyed } = step
    const likes: number[] = document.childrenOf(at).filter((child) => document.nameOf(child) === name)
    at = isKeyed ? keyedAmong(likes, step, { document, rules }) : unkeyedAmong(likes, step, document)
    if (at === undefined) return null
    rules = rulesBelow(rules, name)
  }
  return document.sourceOf(at)
}

function unkeyedAmong(
  likes: readonly number[],
  { key, source }: Step,
  document: XmlDocument,
): number | undefined {
  return source === null ? likes[Number(key)] : likes.find((element) => document.sourceOf(element) === source)
}

function keyedAmong(
  likes: readonly number[],
  { key, refined }: Step,
  { document, rules }: { readonly document: XmlDocument; readonly rules: RuleNode },
): number | undefined {
  const found = likes.filter((element) => keyAt(document, element, { rules, keyOf }) === key)
  if (found.length < 2) return found[0]
  const isRefined = (element: number): boolean =>
    keyAt(document, element, { rules, keyOf: refinedKeyOf }) === refined
  return found.find(isRefined) ?? found[0]
}
