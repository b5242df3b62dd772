import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import type { ArchiveEntry } from '@sluice/metadata/archive'
import { normaliseFile } from '@sluice/metadata/normalise'
import { componentOfPath } from '@sluice/metadata/paths'
import { findType } from '@sluice/metadata/registry'
import { readXml } from '@sluice/metadata/xml/reader'
import { apexClass } from '../real-data/apex-classes.ts'
import { dataFolder, filesBelow } from './real-files.ts'

/** A file to make copies of: where its name and a text of its own go. */
interface Template {
  /** Path in Metadata API layout with `NAME` in place of the component's name. */
  readonly path: string
  readonly before: string
  readonly after: string
}

const largestTemplate = 24_000

/**
 * The files of an org of any size in Metadata API layout, as a retrieve gives them: real files of all types, each copy
 * with a name and a label of its own, and Apex classes. Sorted by path, the same for the same count.
 */
export function orgFiles(count: number): ArchiveEntry[] {
  const templates = realTemplates()
  const files: ArchiveEntry[] = []
  for (let at = 0; files.length < count; at += 1) {
    const template = templates[at % Math.max(1, templates.length)]
    const copy = Math.floor(at / Math.max(1, templates.length))
    if (template !== undefined) files.push(fileOf(template, `c${copy}_${at}`))
    // Half of an org is code: a class and its description for every other file.
    if (at % 2 === 0 && files.length + 2 <= count) files.push(...classOf(at))
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The same org after somebody changed some files, evenly spread; every round changes them in another way. */
export function withChanges(
  files: readonly ArchiveEntry[],
  { count, round }: { readonly count: number; readonly round: number },
): ArchiveEntry[] {
  const step = Math.floor(files.length / count)
  return files.map((file, at) => (at % step === 0 && at / step < count ? changed(file, round) : file))
}

function changed({ path, content }: ArchiveEntry, round: number): ArchiveEntry {
  const text = Buffer.from(content).toString()
  if (componentOfPath(path)?.isXml !== true)
    return { path, content: Buffer.from(`${text}// change ${round}\n`) }
  const next = text.replace(label, `$1$2 change ${round}$3`)
  return { path, content: Buffer.from(next === text ? text.replace('62.0', `${63 + round}.0`) : next) }
}

function classOf(at: number): ArchiveEntry[] {
  const { name, body, meta } = apexClass(`Service_${at}`, at % 50)
  const path = `unpackaged/classes/${name}.cls`
  return [
    { path, content: Buffer.from(body) },
    { path: `${path}-meta.xml`, content: Buffer.from(meta) },
  ]
}

function fileOf({ path, before, after }: Template, name: string): ArchiveEntry {
  return { path: path.replace('NAME', name), content: Buffer.from(`${before} ${name}${after}`) }
}

/** Where a copy can say that it is another: `<label>Account</label>`. */
const label = /(<(?:label|masterLabel|description|value)>)([^<]{1,80})(<)/u

function realTemplates(): Template[] {
  const folder = dataFolder('seeds')
  if (folder === null) return []
  const paths = filesBelow(folder).filter((path) => path.includes('/') && !path.includes('fieldTranslation'))
  return paths.flatMap((path) => templateOf(path, readFileSync(join(folder, path)))).filter(isEveryThird)
}

/** Keeps the order of the sets and the average size near that of a large org. */
function isEveryThird(_: Template, at: number): boolean {
  return at % 3 === 0
}

function templateOf(realPath: string, content: Buffer): Template[] {
  if (content.length > largestTemplate) return []
  const parts = realPath.split('/')
  const below = parts.slice(0, -1).map((_, at) => `unpackaged/${parts.slice(at).join('/')}`)
  const located = below.map((path) => componentOfPath(path)).find((found) => found?.isXml === true)
  const type = located === undefined || located === null ? null : findType(located.identity.componentType)
  if (type === null || type.layout !== 'xml' || type.suffix === null || type.folderContentType !== null)
    return []
  const stem = type.inFolder ? 'Shared/NAME' : 'NAME'
  const path = `unpackaged/${type.directoryName}/${stem}.${type.suffix}`
  if (componentOfPath(path)?.isXml !== true || !isReadable(content)) return []
  const text = new TextDecoder().decode(normaliseFile({ path, content }))
  const place = label.exec(text)
  if (place === null) return []
  const cut = place.index + (place[1]?.length ?? 0) + (place[2]?.length ?? 0)
  return [{ path, before: text.slice(0, cut), after: text.slice(cut) }]
}

/** Some files of the sets are no XML; an org returns none of that kind. */
function isReadable(content: Uint8Array): boolean {
  try {
    return readXml(content).size > 0
  } catch {
    return false
  }
}
