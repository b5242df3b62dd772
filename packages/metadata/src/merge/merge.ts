import type { MergeInput, MergeResult } from './merge-files.ts'

import { decodeUtf8, encodeUtf8, sameBytes } from '../bytes.ts'
import { componentOfPath } from '../paths.ts'
import { mergeLines } from './lines.ts'
import { mergeFiles } from './merge-files.ts'

const metadataNamespace = 'http://soap.sforce.com/2006/04/metadata'

/**
 * Merges three versions of any file of a repository: metadata XML by what its elements mean, other text by lines,
 * anything else only when one side left it alone. Never throws for content.
 */
export function merge(input: MergeInput): MergeResult {
  const { base, ours, theirs } = input
  if (sameBytes(ours, theirs) || (base !== null && sameBytes(base, theirs)))
    return { status: 'clean', content: ours, conflicts: [] }
  if (base !== null && sameBytes(base, ours)) return { status: 'clean', content: theirs, conflicts: [] }
  const texts = {
    base: base === null ? '' : decodeUtf8(base),
    ours: decodeUtf8(ours),
    theirs: decodeUtf8(theirs),
  }
  const { base: baseText, ours: oursText, theirs: theirsText } = texts
  if (baseText === null || oursText === null || theirsText === null) return mergeFiles(input)
  const isMetadata = [baseText, oursText, theirsText].some((text) => isMetadataXml(input.path, text))
  return isMetadata
    ? mergeFiles(input)
    : mergeText(input, { base: baseText, ours: oursText, theirs: theirsText })
}

function isMetadataXml(path: string, text: string): boolean {
  if (/[.]xml$/u.test(path) || isMetadataPath(path)) return true
  const head = text.slice(0, 2000)
  return /^\uFEFF?\s*<\?xml\s/u.test(head) || head.includes(metadataNamespace)
}

/** Whether the end of the path is one that only metadata XML has, wherever the package directory begins. */
function isMetadataPath(path: string): boolean {
  const parts = path.split('/')
  return parts.some(
    (_, index) => componentOfPath(`unpackaged/${parts.slice(index).join('/')}`)?.isXml === true,
  )
}

function mergeText(
  input: MergeInput,
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
): MergeResult {
  const labels = { base: 'base', ours: 'ours', theirs: 'theirs', ...input.labels }
  const { text, conflictCount } = mergeLines(texts, labels, input.favour ?? null)
  const conflict = { path: '/', reason: 'linesChangedByBoth' as const, base: null, ours: null, theirs: null }
  const conflicts = Array.from({ length: conflictCount }, () => conflict)
  return { status: conflictCount === 0 ? 'clean' : 'conflict', content: encodeUtf8(text), conflicts }
}
