import type { MergeConflict } from '../../src/merge/decide/conflict.ts'
import type { XmlDocument } from '../../src/xml/document.ts'
import type { Place } from './elements.ts'

import { rulesOfRoot } from '../../src/type-rules.ts'
import { readXml } from '../../src/xml/reader.ts'
import { mergeElement } from './elements.ts'
import { each, mergeGap, readElement } from './read.ts'

/** Three versions of a file; null for a base that there is not. */
export interface Versions {
  readonly path: string
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
}

export type ReferenceResult = Readonly<{ content: string; conflicts: readonly MergeConflict[] }>

const declaration = /^\uFEFF?(?:<\?xml\s[^>]*>)?/u

/** Merges three versions of a metadata file. Raises `XmlError` for a version that is not well-formed, and `Unspecified`. */
export function referenceMerge({ path, ...texts }: Versions): ReferenceResult {
  const { base, ours, theirs } = texts
  if (ours === theirs || base === theirs) return { content: ours, conflicts: [] }
  if (base === ours) return { content: theirs, conflicts: [] }
  const documents = each<string | null, XmlDocument | null>(texts, (text) =>
    text === null ? null : readXml(text),
  )
  const roots = each(documents, (document) => document && readElement(document, 0, 0))
  const name = roots.ours?.name ?? ''
  const place: Place = {
    conflicts: [],
    prefersOpenForm: /(?:^|[/])(?:objects|objectTranslations)[/][^/]+[/].*-meta[.]xml$/u.test(path),
    rules: rulesOfRoot(name),
    path: `/${name}`,
    plainPath: `/${name}`,
  }
  const merged = mergeElement(place, roots)
  const heads = each(roots, (root) => root?.gap ?? '')
  const declared = each(heads, (head) => declaration.exec(head)?.[0] ?? '')
  const comments = mergeGap(each(heads, (head) => head.replace(declaration, '')))
  const head = `${declared.base === declared.ours ? declared.theirs : declared.ours}${comments}`
  const tail = mergeGap(each(documents, (document) => (document ? textBehindRoot(document) : '')))
  const source = merged?.source ?? ''
  const content = merged?.isConflict === true ? `${head.trimEnd()}\n${source}\n` : `${head}${source}${tail}`
  return { content, conflicts: place.conflicts }
}

const textBehindRoot = (document: XmlDocument): string =>
  document.between(document.source.endOf(0), document.source.bytes.length)
