import type { ComponentIdentity } from './component.ts'
import type { Identity } from './merge/identify/identity.ts'
import type { Node } from './merge/read/node.ts'
import type { PartFile } from './partial-retrieve/part-file.ts'

import { meaningOf } from './merge/identify/meaning.ts'
import { encodeUtf8, sameBytes } from './bytes.ts'
import { identityOf, keyOf } from './merge/identify/identity.ts'
import { sourceOf } from './merge/read/node.ts'
import { componentOfPath, parentOf } from './paths.ts'
import { dependentTypes } from './partial-retrieve/entry-owners.ts'
import { ownersIn } from './partial-retrieve/owners.ts'
import { readPart } from './partial-retrieve/part-file.ts'
import { mergeNames } from './partial-retrieve/schema-order.ts'
import { uniteBlock } from './partial-retrieve/unite-block.ts'
import { rulesBelow } from './type-rules.ts'

/**
 * One file from the parts in which several retrieves returned it, each with the entries of what that retrieve asked
 * for; the part that was retrieved last comes last. Entries are recognised by the keys of the type rules and stand where
 * one retrieve of everything would have put them. Where parts contradict each other, because the org changed meanwhile,
 * the last one counts; the file's own settings, which every part holds, are those of the last. Raises `XmlError` for a
 * part that cannot be read.
 */
export function uniteParts(path: string, parts: readonly [Uint8Array, ...Uint8Array[]]): Uint8Array {
  const own = dependentTypes[componentOfPath(path)?.identity.componentType ?? '']?.own
  return parts.reduce((united, part) => {
    if (sameBytes(united, part)) return united
    const [old, young] = [readPart(united), readPart(part)]
    if (old.rootName !== young.rootName) return part
    const content = encodeUtf8(unite(old, { part: young, whole: young, own }))
    return sameBytes(content, united) ? united : content
  })
}

/** Whether files at this path hold entries that come back only with the components that they speak about. */
export function isDependentFile(path: string): boolean {
  const type = componentOfPath(path)?.identity.componentType
  return type !== undefined && type in dependentTypes
}

/** Whether files at this path may come back in parts, because what they hold can be asked for apart. */
export function comesInParts(path: string): boolean {
  return componentOfPath(path)?.isComposite === true || isDependentFile(path)
}

/** A file as it is known in full, and as a retrieve of some components returned it. */
export interface PartialFile {
  readonly path: string
  readonly known: Uint8Array
  readonly partial: Uint8Array
  /** Whether the retrieve would have returned what belongs to this component, had the org had it. */
  readonly isRequested: (identity: ComponentIdentity) => boolean
}

/**
 * The file with everything that a partial retrieve tells and nothing that it is silent about: entries of components
 * that were asked for are as retrieved, or gone; other entries stay as known. Entries that no rule knows stay.
 * Files that always come back whole are as retrieved. Raises `XmlError` for a side that cannot be read.
 */
export function completePartial({ path, known, partial, isRequested }: PartialFile): Uint8Array {
  const located = componentOfPath(path)
  const ownerOf = located === null ? null : ownersIn(located, path, known)
  if (ownerOf === null || sameBytes(known, partial)) return partial
  const old = readPart(known)
  const young = readPart(partial)
  if (old.rootName !== young.rootName) return partial
  const isSilent = (entry: Node): boolean => {
    const owner = ownerOf(entry)
    const parent = owner === null ? null : parentOf(owner)
    return owner === null || !(isRequested(owner) || (parent !== null && isRequested(parent)))
  }
  const kept = missingFrom(young, old).filter(isSilent)
  if (kept.length === 0) return partial
  return encodeUtf8(unite(young, { part: withChildren(old, new Set(kept)), whole: old }))
}

interface OtherPart {
  readonly part: PartFile
  /** Tells how entries are told apart: of a list that no rule knows a part may show one entry, which looks like none. */
  readonly whole: PartFile
  /** Names of the elements that are taken from this part as they are. */
  readonly own?: ReadonlySet<string> | undefined
}

function unite(old: PartFile, { part: young, whole, own }: OtherPart): string {
  if (young.children.length === 0) return textOfPart(old)
  if (old.children.length === 0) return textOfPart(young)
  const pieces = [old.head.length < young.head.length ? young.head : old.head]
  for (const name of mergeNames([...old.byName.keys()], [...young.byName.keys()])) {
    const right = young.byName.get(name) ?? []
    const left = own?.has(name) === true ? [] : (old.byName.get(name) ?? [])
    const identity = identityIn(old, whole, name)
    const nodes = uniteBlock({ left, right, identity, rules: rulesBelow(old.rules, name) })
    for (const node of nodes) pieces.push(node.gap, sourceOf(node))
  }
  pieces.push(old.tail)
  return pieces.join('')
}

function identityIn(old: PartFile, young: PartFile, name: string): Identity {
  const sides = { base: old.byName.get(name) ?? [], ours: young.byName.get(name) ?? [], theirs: [] }
  return identityOf(name, sides, old.rules)
}

/** The children of `whole` that `part` does not hold, in whatever form. */
function missingFrom(part: PartFile, whole: PartFile): Node[] {
  return [...whole.byName].flatMap(([name, nodes]) => {
    const left = part.byName.get(name) ?? []
    if (left.length === 0) return nodes
    const identity = identityIn(part, whole, name)
    if (identity.kind !== 'keyed') return []
    const rules = rulesBelow(whole.rules, name)
    const keyed = (node: Node): string => keyOf(node, identity.key) ?? `#${meaningOf(node, rules)}`
    const present = new Set(left.map(keyed))
    return nodes.filter((node) => !present.has(keyed(node)))
  })
}

function withChildren(file: PartFile, kept: ReadonlySet<Node>): PartFile {
  const children = file.children.filter((child) => kept.has(child))
  const byName = new Map(
    [...file.byName].flatMap(([name, nodes]) => {
      const left = nodes.filter((node) => kept.has(node))
      return left.length === 0 ? [] : [[name, left] as const]
    }),
  )
  return { ...file, children, byName }
}

function textOfPart({ head, children, tail }: PartFile): string {
  return [head, ...children.flatMap((child) => [child.gap, sourceOf(child)]), tail].join('')
}
