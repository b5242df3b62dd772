import type { MergeConflict, MergeLabels, MergeRun } from './merge-types.ts'
import type { Sides } from './node.ts'
import type { XmlDocument } from '../xml/document.ts'

import { decodeUtf8, encodeUtf8 } from '../bytes.ts'
import { rulesOfRoot } from '../type-rules.ts'
import { XmlError } from '../xml/errors.ts'
import { readXml } from '../xml/reader.ts'
import { mergeElement } from './element.ts'
import { marked, mergeLines } from './lines.ts'
import { meaningOf, nameOf, rootOf } from './node.ts'
import { pickGap } from './gaps.ts'

/** Three versions of one file, and how conflicts are written. */
export interface MergeInput {
  /** Below or with its folder: says what kind of file it is. */
  readonly path: string
  /** Null when both sides added the file. */
  readonly base: Uint8Array | null
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
  /** Names in conflict markers; `base`, `ours`, `theirs` when absent. */
  readonly labels?: Partial<MergeLabels>
  /** A side that wins inside conflicts, so that the result has no markers. */
  readonly favour?: 'ours' | 'theirs'
}

/** The merged file. With conflicts, `content` holds markers unless a side is favoured. */
export interface MergeResult {
  readonly status: 'clean' | 'conflict'
  readonly content: Uint8Array
  readonly conflicts: readonly MergeConflict[]
}

/** Files that command-line tools write one a child; they write empty elements open, the service closes them. */
const isChildFile = /(?:^|[/])(?:objects|objectTranslations)[/][^/]+[/].*-meta[.]xml$/u

/**
 * Merges three versions of a metadata file by what its elements mean. Changes of one side are kept, equal changes once;
 * only what both sides changed differently is a conflict, between markers as narrow as the elements allow.
 * A file that is not well-formed XML on some side is merged by lines and is a conflict always. Never throws for content.
 */
export function mergeFiles(input: MergeInput): MergeResult {
  const labels = { base: 'base', ours: 'ours', theirs: 'theirs', ...input.labels }
  const texts = {
    base: input.base === null ? null : decodeUtf8(input.base),
    ours: decodeUtf8(input.ours),
    theirs: decodeUtf8(input.theirs),
  }
  if (texts.ours === null || texts.theirs === null || (texts.base === null && input.base !== null)) {
    return notText(input)
  }
  const sides = { base: texts.base, ours: texts.ours, theirs: texts.theirs }
  if (sides.ours === sides.theirs || sides.base === sides.theirs) return clean(input.ours)
  if (sides.base === sides.ours) return clean(input.theirs)
  const run: MergeRun = {
    conflicts: [],
    labels,
    favour: input.favour ?? null,
    prefersOpenForm: isChildFile.test(input.path),
    mergeElement,
  }
  const merged = mergeTexts(sides, run)
  return {
    status: run.conflicts.length === 0 ? 'clean' : 'conflict',
    content: encodeUtf8(merged),
    conflicts: run.conflicts,
  }
}

interface Texts {
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
}

function mergeTexts(texts: Texts, run: MergeRun): string {
  const documents = readAll(texts, run)
  if (documents === null) {
    const lines = { ...texts, base: texts.base ?? '' }
    if (run.favour !== null) return texts[run.favour]
    const merged = mergeLines(lines, run.labels)
    return merged.conflictCount > 0 ? merged.text : marked(lines, run.labels)
  }
  const merged = mergeDocuments(documents, run)
  if (run.conflicts.length > 0) return merged
  return asLinesWould(texts, merged, run) ?? merged
}

function readAll(
  texts: Texts,
  run: MergeRun,
):
  | (Sides<XmlDocument> | { readonly base: null; readonly ours: XmlDocument; readonly theirs: XmlDocument })
  | null {
  try {
    const [ours, theirs] = [readXml(texts.ours), readXml(texts.theirs)]
    return texts.base === null ? { base: null, ours, theirs } : { base: readXml(texts.base), ours, theirs }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    run.conflicts.push({ path: '/', reason: 'notXml', ...texts, message: error.message })
    return null
  }
}

function mergeDocuments(
  documents: { readonly base: XmlDocument | null; readonly ours: XmlDocument; readonly theirs: XmlDocument },
  run: MergeRun,
): string {
  const { base, ours, theirs } = documents
  const name = nameOf(rootOf(ours))
  const sides = { base: base === null ? null : rootOf(base), ours: rootOf(ours), theirs: rootOf(theirs) }
  const piece = mergeElement({
    run,
    sides,
    rules: rulesOfRoot(name),
    path: `/${name}`,
    plainPath: `/${name}`,
  })
  const before = around(documents, (document) => document.text.slice(0, document.startOf(0)))
  const after = around(documents, (document) => document.text.slice(document.endOf(0)))
  const text = piece?.text ?? ''
  return piece?.isConflict === true ? `${before.trimEnd()}\n${text}\n` : `${before}${text}${after}`
}

/** What stands around the root, as the side that changed it has it. */
function around(
  {
    base,
    ours,
    theirs,
  }: { readonly base: XmlDocument | null; readonly ours: XmlDocument; readonly theirs: XmlDocument },
  part: (document: XmlDocument) => string,
): string {
  return base === null ? part(ours) : pickGap({ base: part(base), ours: part(ours), theirs: part(theirs) })
}

/**
 * The bytes that a merge by lines gives, when it is clean and means the same: what people expect to see.
 * It may hold a copy less of an entry that stood twice, never one more.
 */
function asLinesWould(texts: Texts, merged: string, run: MergeRun): string | null {
  if (texts.base === null) return null
  const byLines = mergeLines({ base: texts.base, ours: texts.ours, theirs: texts.theirs }, run.labels)
  if (byLines.conflictCount > 0) return null
  if (byLines.text === merged) return merged
  const [lines, elements] = [read(byLines.text), read(merged)]
  if (lines === null || elements === null || lines.size > elements.size) return null
  return meaningOfDocument(lines) === meaningOfDocument(elements) ? byLines.text : null
}

function meaningOfDocument(document: XmlDocument): string {
  const root = rootOf(document)
  return meaningOf(root, rulesOfRoot(nameOf(root)), { foldsCopies: true })
}

function read(text: string): XmlDocument | null {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
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
