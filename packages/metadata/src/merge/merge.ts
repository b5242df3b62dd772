import type { MergeInput, MergeResult } from './write/merge-result.ts'

import { sameBytes } from '../bytes.ts'
import { checkConsistency } from './check/after-merge.ts'
import { componentOfPath } from '../paths.ts'
import { mergeInOneLineEnd } from './read/line-ends.ts'
import { mergeText } from './text.ts'
import { mergeVersions } from './merge-files.ts'

const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/**
 * Merges three versions of any file of a repository: metadata XML by what its elements mean, other text by lines,
 * anything else only when one side left it alone. What fitted together on both sides and does not after the merge is a
 * conflict too. Never throws for content.
 */
export function merge(input: MergeInput): MergeResult {
  const { base, ours, theirs } = input
  if (sameBytes(ours, theirs) || (base !== null && sameBytes(base, theirs)))
    return { status: 'clean', content: ours, conflicts: [] }
  if (base !== null && sameBytes(base, ours)) return { status: 'clean', content: theirs, conflicts: [] }
  return isMergedByElements(input) ? mergeInOneLineEnd(input, mergeXml) : mergeText(input)
}

/** Whether `merge` looks at the elements of a file: its path is one of metadata XML, or a version looks like metadata XML. */
export function isMergedByElements({ path, base, ours, theirs }: MergeInput): boolean {
  if (isMetadataPath(path)) return true
  return [ours, theirs, base].some((side) => side !== null && isMetadataXml(side))
}

function mergeXml(input: MergeInput): MergeResult {
  const merged = mergeVersions(input)
  return checkConsistency(input, merged, (favour) => mergeVersions({ ...input, favour }, merged.roots))
}

/** Bytes at the start of a file that are looked at. */
const headBytes = 2000

function isMetadataXml(content: Uint8Array): boolean {
  const head = String.fromCharCode(...content.subarray(0, headBytes))
  return /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml\s/u.test(head) || head.includes(metadataNamespace)
}

/** Whether the end of the path is one that only metadata XML has, wherever the package directory begins. */
function isMetadataPath(path: string): boolean {
  if (path.endsWith('.xml')) return true
  const parts = path.split('/')
  return parts.some(
    (_, index) => componentOfPath(`unpackaged/${parts.slice(index).join('/')}`)?.isXml === true,
  )
}
