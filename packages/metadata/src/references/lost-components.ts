import type { ComponentIdentity } from '../component.ts'
import type { MergedFile } from './merged-file.ts'

import { sameBytes } from '../bytes.ts'
import { listNested } from '../composite.ts'
import { deployabilityOf } from '../deploy-rules.ts'
import { componentOfPath, pathsOfComponent } from '../paths.ts'
import { XmlError } from '../xml/errors.ts'
import { nameKey } from './references-in.ts'

/** A component that a side holds and the merge result does not. */
export interface LostComponent {
  readonly identity: ComponentIdentity
  readonly isInOurs: boolean
  readonly isInTheirs: boolean
}

interface Presence {
  readonly identity: ComponentIdentity
  isInOurs: boolean
  isInTheirs: boolean
  isInMerged: boolean
}

/** Tells which paths the merge result has below a directory (ends with `/`): the files of a bundle. */
export type ListMerged = (directory: string) => readonly string[]

/**
 * Components that a side holds and the merge result lacks, by `nameKey`. What moved to another file is not lost. Standard
 * components and those of managed packages are in the org without being in files, and are never lost.
 */
export function lostComponents(
  files: readonly MergedFile[],
  listMerged: ListMerged,
): Map<string, LostComponent> {
  const found = new Map<string, Presence>()
  for (const file of files) addPresence(found, file)
  const lost = [...found].filter(
    ([, { identity, isInOurs, isInTheirs, isInMerged }]) =>
      !isInMerged && (isInOurs || isInTheirs) && isOwn(identity) && !hasFilesLeft(identity, listMerged),
  )
  return new Map(lost)
}

/** A file that every version has alike says nothing, and is not read; nor does one that nobody can read. */
function addPresence(found: Map<string, Presence>, file: MergedFile): void {
  const { path, ours, theirs, merged } = file
  if (same(ours, merged) && same(theirs, merged)) return
  const [inOurs, inTheirs] = [keysIn(path, ours), keysIn(path, theirs)]
  const inMerged = same(ours, merged) ? inOurs : same(theirs, merged) ? inTheirs : keysIn(path, merged)
  if (!inOurs || !inTheirs || !inMerged) return
  for (const [key, identity] of [...inOurs, ...inTheirs, ...inMerged]) {
    const presence = found.get(key) ?? { identity, isInOurs: false, isInTheirs: false, isInMerged: false }
    presence.isInOurs ||= inOurs.has(key)
    presence.isInTheirs ||= inTheirs.has(key)
    presence.isInMerged ||= inMerged.has(key)
    found.set(key, presence)
  }
}

const same = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && sameBytes(a, b))

/** The components that a version of a file bears: its own, and those nested in it. Null for a file that nobody can read. */
function keysIn(path: string, content: Uint8Array | null): Map<string, ComponentIdentity> | null {
  const located = componentOfPath(path)
  if (content === null || located === null) return new Map()
  const nested = located.isComposite ? nestedIn(path, content) : []
  if (nested === null) return null
  return new Map(
    [located.identity, ...nested].map((identity) => [
      nameKey(identity.componentType, identity.componentName),
      identity,
    ]),
  )
}

function nestedIn(path: string, content: Uint8Array): ComponentIdentity[] | null {
  try {
    return listNested(path, content).map(({ identity }) => identity)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

function isOwn(identity: ComponentIdentity): boolean {
  const { canDeployAdd, deleteReason } = deployabilityOf(identity)
  return canDeployAdd || deleteReason !== 'ComponentIsNotDeployable'
}

/** A bundle is there as long as one of its files is, changed or not. */
function hasFilesLeft(identity: ComponentIdentity, listMerged: ListMerged): boolean {
  const { directory } = pathsOfComponent(identity)
  return directory !== null && listMerged(directory).length > 0
}
