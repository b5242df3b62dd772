import type { ComponentIdentity } from '../component.ts'
import type { LostComponent, ListMerged } from './lost-components.ts'
import type { MergedFile } from './merged-file.ts'
import type { Reference } from './references-in.ts'

import { componentOfPath } from '../paths.ts'
import { readWellFormed } from '../xml/read-well-formed.ts'
import { lostComponents } from './lost-components.ts'
import { nameKey, referencesIn } from './references-in.ts'

/** What a merge of two trees gave. */
export interface MergedTree {
  /** Every file that is not the same in base, ours, theirs and the result. */
  readonly files: readonly MergedFile[]
  /** The paths of the result below a directory (ends with `/`), asked for bundles that lost files. */
  readonly listMerged: ListMerged
  /**
   * Files that neither side changed and that may name one of these components: found by whoever has the tree. Without
   * it such files are not looked into.
   */
  readonly filesNaming?: (
    components: readonly ComponentIdentity[],
  ) => Iterable<{ readonly path: string; readonly content: Uint8Array }>
}

/** An entry that names a component which the merge result does not hold. */
export interface BrokenReference {
  /** The file with the entry. */
  readonly path: string
  /** Elements from the root to the name: `Profile/fieldPermissions/field`. */
  readonly at: string
  /** The component that is gone. */
  readonly target: ComponentIdentity
  /** The side that no longer has it; `merge` where both sides have it and the result does not. */
  readonly lostBy: 'ours' | 'theirs' | 'merge'
  /** The entry was added or changed by a side that still has the component: somebody has to decide. Else a warning. */
  readonly isConflict: boolean
  readonly message: string
}

/**
 * What no longer fits together across files after a merge: one side added or changed an entry that names a component, the
 * other side deleted that component (a conflict), or left the old entry standing (a warning). Looks only at names
 * of components that a side holds and the result lacks, so that standard and packaged ones are never meant. What a side
 * had broken by itself is not reported. Pure; the merged contents hold no conflict markers. Nothing is read when
 * nothing was deleted. Sorted by path. Source of the rule: measured on repositories that hold both ends of a reference.
 */
export function findBrokenReferences(tree: MergedTree): BrokenReference[] {
  const lost = lostComponents(tree.files, tree.listMerged)
  if (lost.size === 0) return []
  const wanted = new Map([...lost].map(([key, { identity }]) => [key, identity]))
  const changed = new Set(tree.files.map(({ path }) => path))
  const others = [...(tree.filesNaming?.([...wanted.values()]) ?? [])]
    .filter(({ path }) => !changed.has(path))
    .map(({ path, content }) => ({ path, base: content, ours: content, theirs: content, merged: content }))
  return [...tree.files, ...others]
    .flatMap((file) => brokenIn(file, wanted, lost))
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
}

function brokenIn(
  file: MergedFile,
  wanted: ReadonlyMap<string, ComponentIdentity>,
  lost: ReadonlyMap<string, LostComponent>,
): BrokenReference[] {
  const merged = entriesById(file, file.merged, wanted)
  if (merged.size === 0) return []
  const base = entriesById(file, file.base, wanted)
  const sides = {
    ours: entriesById(file, file.ours, wanted),
    theirs: entriesById(file, file.theirs, wanted),
  }
  return [...merged].flatMap(([id, [reference]]) => {
    const target = reference?.target
    const gone =
      target === undefined ? undefined : lost.get(nameKey(target.componentType, target.componentName))
    if (reference === undefined || gone === undefined) return []
    const keepers = [gone.isInOurs ? sides.ours : null, gone.isInTheirs ? sides.theirs : null]
    const entries = keepers.flatMap((side) => side?.get(id) ?? [])
    if (entries.length === 0) return []
    const old = new Set((base.get(id) ?? []).map(({ entry }) => entry))
    return [
      brokenAt(file.path, reference, { gone, isConflict: entries.some(({ entry }) => !old.has(entry)) }),
    ]
  })
}

function brokenAt(
  path: string,
  { at, target }: Reference,
  { gone, isConflict }: { readonly gone: LostComponent; readonly isConflict: boolean },
): BrokenReference {
  const lostBy = gone.isInOurs && gone.isInTheirs ? 'merge' : gone.isInOurs ? 'theirs' : 'ours'
  const who = lostBy === 'merge' ? 'the merge left it out' : `${lostBy} deleted it`
  const message = `${target.componentType} ${target.componentName} is named here, but ${who}.`
  return { path, at, target, lostBy, isConflict, message }
}

function entriesById(
  { path }: MergedFile,
  content: Uint8Array | null,
  wanted: ReadonlyMap<string, ComponentIdentity>,
): Map<string, Reference[]> {
  const located = componentOfPath(path)
  const isManifest = path.endsWith('/package.xml')
  if (content === null || (located?.isXml !== true && !isManifest)) return new Map()
  const document = readWellFormed(content)
  if (document === null) return new Map()
  const owner = located?.identity ?? { packageName: '', componentType: '', componentName: '' }
  const found = new Map<string, Reference[]>()
  for (const reference of referencesIn({ document, owner, wanted })) {
    const known = found.get(reference.id)
    if (known === undefined) found.set(reference.id, [reference])
    else known.push(reference)
  }
  return found
}
