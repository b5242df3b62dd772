import type { Root } from './node.ts'

import { readWellFormed } from '../../xml/read-well-formed.ts'
import { readXml } from '../../xml/reader.ts'
import { readXmlVersion } from './version-reader.ts'
import { rootOf } from './node.ts'

/** The roots of a file's versions; null for a base that there is not. */
export interface Roots {
  readonly base: Root | null
  readonly ours: Root
  readonly theirs: Root
}

/** The versions of a file as bytes; null for a base that there is not. */
interface Contents {
  readonly base: Uint8Array | null
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
}

/** Reads the versions, the sides as versions of the base. Raises `XmlError`: that of ours first, that of the base last. */
export function readRoots({ base, ours, theirs }: Contents): Roots {
  const known = base === null ? null : readWellFormed(base)
  const root = known && rootOf(known)
  const sides = { ours: readSide(ours, root), theirs: readSide(theirs, root) }
  return { base: root ?? (base && rootOf(readXml(base))), ...sides }
}

function readSide(content: Uint8Array, base: Root | null): Root {
  return base === null ? rootOf(readXml(content)) : readVersion(content, base)
}

/** Reads a version of a document that was read already: what stands in both is known from then on. Raises `XmlError`. */
export function readVersion(content: Uint8Array, base: Root): Root {
  const { document, exactMatches } = readXmlVersion(content, base.slices.row)
  const root = rootOf(document)
  root.slices.setExactMatches(base.slices, exactMatches)
  return root
}
