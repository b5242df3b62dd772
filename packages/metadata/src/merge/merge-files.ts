import type { Written } from './write/pieces.ts'
import type { MergeInput, MergeResult } from './write/merge-result.ts'
import type { MergeRun, ReadMerge } from './elements/merge-types.ts'
import type { Roots } from './read/versions.ts'

import { marked } from './write/markers.ts'
import { decodeUtf8, encodeUtf8, sameBytes } from '../bytes.ts'
import { rulesOfRoot } from '../type-rules.ts'
import { XmlError } from '../xml/errors.ts'
import { readWellFormed } from '../xml/read-well-formed.ts'
import { mergeElement } from './elements/element.ts'
import { mergeLinesBetween } from './lines/anchored-lines.ts'
import { mergeInOneLineEnd } from './read/line-ends.ts'
import { mergeLines } from './lines/lines.ts'
import { isSameMeaning } from './lines/same-meaning.ts'
import { mapSides, nameOf, rootOf } from './read/node.ts'
import { pickGap } from './write/gaps.ts'
import { readRoots } from './read/versions.ts'
import { bytesOfWritten } from './write/written.ts'

/** Files that command-line tools write one a child; they write empty elements open, the service closes them. */
const isChildFile = /(?:^|[/])(?:objects|objectTranslations)[/][^/]+[/].*-meta[.]xml$/u

/**
 * Merges three versions of a metadata file by what its elements mean. Changes of one side are kept, equal changes once;
 * only what both sides changed differently is a conflict, between markers as narrow as the elements allow.
 * A file that is not well-formed XML on some side is merged by lines and is a conflict always. Never throws for content.
 */
export function mergeFiles(input: MergeInput): MergeResult {
  return mergeInOneLineEnd(input, (alike) => mergeVersions(alike).result)
}

/** The same as `mergeFiles`, with the versions; `known` when they were read already. */
export function mergeVersions(input: MergeInput, known: Roots | null = null): ReadMerge {
  const { base, ours, theirs } = input
  const unchanged = unchangedSide(input)
  if (unchanged !== null)
    return { result: isText(input) ? clean(unchanged) : notText(input), roots: null, origins: null }
  const run: MergeRun = {
    conflicts: [],
    labels: { base: 'base', ours: 'ours', theirs: 'theirs', ...input.labels },
    favour: input.favour ?? null,
    prefersOpenForm: isChildFile.test(input.path),
    origins: new Map(),
    mergeElement,
  }
  try {
    const roots = known ?? readRoots(input)
    const content = bytesOfWritten(mergeRoots(roots, run))
    const { conflicts, origins } = run
    if (conflicts.length > 0) return { result: { status: 'conflict', content, conflicts }, roots, origins }
    const byLines = asLinesWould({ base, ours, theirs }, roots, content)
    return { result: clean(byLines ?? content), roots, origins: byLines === null ? origins : null }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const result = isText(input) ? notXml(input, { run, message: error.message }) : notText(input)
    return { result, roots: null, origins: null }
  }
}

/** The result, when one side left the file alone or both did the same. */
function unchangedSide({ base, ours, theirs }: MergeInput): Uint8Array | null {
  if (sameBytes(ours, theirs) || (base !== null && sameBytes(base, theirs))) return ours
  return base !== null && sameBytes(base, ours) ? theirs : null
}

function isText({ base, ours, theirs }: MergeInput): boolean {
  return [base, ours, theirs].every((side) => side === null || decodeUtf8(side) !== null)
}

/** Lines between markers: what a person can still work with. */
function notXml(
  { base, ours, theirs }: MergeInput,
  { run, message }: { readonly run: MergeRun; readonly message: string },
): MergeResult {
  const sides = { base: base ?? new Uint8Array(0), ours, theirs }
  const texts = mapSides(sides, (side) => decodeUtf8(side) ?? '')
  const conflict = { path: '/', reason: 'notXml' as const, ...texts, message }
  const conflicts = [base === null ? { ...conflict, base: null } : conflict]
  if (run.favour !== null) return { status: 'conflict', content: sides[run.favour], conflicts }
  const { content, conflictCount } = mergeLines(sides, run.labels)
  return {
    status: 'conflict',
    content: conflictCount > 0 ? content : encodeUtf8(marked(texts, run.labels)),
    conflicts,
  }
}

function mergeRoots(sides: Roots, run: MergeRun): readonly Written[] {
  const name = nameOf(sides.ours)
  const piece = mergeElement({
    run,
    sides,
    rules: rulesOfRoot(name),
    path: `/${name}`,
    plainPath: `/${name}`,
  })
  const head = headOf(sides)
  const text = piece?.text ?? []
  return piece?.isConflict === true ? [`${head.trimEnd()}\n`, ...text, '\n'] : [head, ...text, tailOf(sides)]
}

const declaration = /^\uFEFF?(?:<\?xml\s[^>]*>)?/u

/** What stands before the root: the declaration, of which there is one, and comments. */
function headOf(sides: Roots): string {
  const heads = mapSides(sides, (root) => root?.document.between(0, root.document.source.startOf(0)) ?? '')
  const { base, ours, theirs } = mapSides(heads, (head) => declaration.exec(head)?.[0] ?? '')
  const comments = mapSides(heads, (head) => head.replace(declaration, ''))
  return (base === ours ? theirs : ours) + pickGap(comments)
}

function tailOf(sides: Roots): string {
  return pickGap(
    mapSides(
      sides,
      (root) =>
        root?.document.between(root.document.source.endOf(0), root.document.source.bytes.length) ?? '',
    ),
  )
}

/**
 * The bytes that a merge by lines gives, when it is clean and means the same: what people expect to see.
 * It may hold a copy less of an entry that stood twice, never one more.
 */
function asLinesWould(
  { base, ours, theirs }: Pick<MergeInput, 'base' | 'ours' | 'theirs'>,
  roots: Roots,
  merged: Uint8Array,
): Uint8Array | null {
  if (base === null || roots.base === null) return null
  const slices = { base: roots.base.slices, ours: roots.ours.slices, theirs: roots.theirs.slices }
  const byLines = mergeLinesBetween({ base, ours, theirs }, slices)
  if (byLines === null || sameBytes(byLines, merged)) return null
  const [lines, elements] = [readWellFormed(byLines), readWellFormed(merged)]
  if (lines === null || elements === null || lines.size > elements.size) return null
  return isSameMeaning(rootOf(lines), rootOf(elements)) ? byLines : null
}

function clean(content: Uint8Array): MergeResult {
  return { status: 'clean', content, conflicts: [] }
}

function notText(input: MergeInput): MergeResult {
  const message = 'A version is not UTF-8 text.'
  const content = input.favour === 'theirs' ? input.theirs : input.ours
  return {
    status: 'conflict',
    content,
    conflicts: [{ path: '/', reason: 'notXml', base: null, ours: null, theirs: null, message }],
  }
}
