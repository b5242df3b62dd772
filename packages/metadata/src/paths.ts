import type { ComponentIdentity } from './component.ts'
import type { MetadataType } from './registry.ts'

import { childTypesOf, findNestedType, findType, isCompositeType, typesOfFolder } from './registry.ts'
import { fileStem, metaSuffix, stripSuffix } from './file-names.ts'

/** What a file below the metadata directory is, from its path alone: nothing is read. */
export interface ComponentPath {
  readonly identity: ComponentIdentity
  /** The file is the `-meta.xml` beside a content file, or describes a folder. */
  readonly isMetaFile: boolean
  /** The file is metadata XML that the service writes; false for code, markup and binary content. */
  readonly isXml: boolean
  /** The file holds addressable components inside it. */
  readonly isComposite: boolean
}

/** Where the files of a component may lie: single files, or one directory (ends with `/`) that holds them all. */
export interface ComponentFiles {
  readonly files: readonly string[]
  readonly directory: string | null
}

interface Located {
  readonly type: string
  readonly name: string
  readonly isXml?: boolean
}

/** Territory types share one folder tree: the suffix decides, the model's folder comes first in the name. */
const territoryTypes: Readonly<Record<string, string>> = {
  territory2Model: 'Territory2Model',
  territory2: 'Territory2',
  territory2Rule: 'Territory2Rule',
}

/**
 * The component that a file belongs to, from the path alone.
 * `path` is below the metadata directory (`unpackaged/classes/A.cls`); Metadata API layout and source layout are read.
 * Null for files that belong to no component: manifests, unknown folders, loose files beside bundles.
 */
export function componentOfPath(path: string): ComponentPath | null {
  const parts = path.split('/')
  const [packageName, directory] = parts
  const last = parts.at(-1)
  if (packageName === undefined || directory === undefined || parts.length < 3 || !last) return null
  const rest = parts.slice(2)
  const candidates = typesOfFolder(directory)
  const first = candidates[0]
  if (first === undefined) return null
  const located = locate(first, candidates, rest)
  if (located === null) return null
  const isMetaFile = last.endsWith(metaSuffix)
  const type = findType(located.type)
  const isXml = located.isXml ?? (isMetaFile || type?.layout === 'xml')
  const identity = { packageName, componentType: located.type, componentName: located.name }
  return { identity, isMetaFile, isXml, isComposite: isXml && isCompositeType(located.type) }
}

function locate(
  first: MetadataType,
  candidates: readonly MetadataType[],
  rest: readonly string[],
): Located | null {
  const last = rest.at(-1) ?? ''
  if (first.directoryName === 'territory2Models') return locateTerritory(rest)
  if (first.layout === 'bundle') return locateInBundle(first, rest)
  const foldered =
    candidates.length > 1 || first.inFolder ? candidates.find((type) => type.inFolder) : undefined
  if (foldered !== undefined) return locateInFolder(foldered, candidates, rest)
  const child = rest.length < 2 ? null : locateChild(first, rest)
  if (child !== null) return child
  const stem = fileStem(last)
  for (const type of candidates) {
    const name = type.suffix === null ? null : stripSuffix(stem, type.suffix)
    if (name !== null) return { type: type.name, name }
  }
  return first.layout === 'mixed'
    ? { type: first.name, name: fileStem(rest[0] ?? '').split('.')[0] ?? '' }
    : null
}

/** The model's folder comes first in a territory's full name: `Model.Territory`. */
function locateTerritory(rest: readonly string[]): Located | null {
  const stem = fileStem(rest.at(-1) ?? '')
  for (const [suffix, type] of Object.entries(territoryTypes)) {
    const name = stripSuffix(stem, suffix)
    if (name !== null) return { type, name: suffix === 'territory2Model' ? name : `${rest[0] ?? ''}.${name}` }
  }
  return null
}

/**
 * A file in a bundle's folder belongs to the bundle; a site is described by one file beside
 * its folder.
 */
function locateInBundle(type: MetadataType, rest: readonly string[]): Located | null {
  const depth = type.name === 'DigitalExperienceBundle' ? 2 : 1
  if (rest.length > depth) return { type: type.name, name: rest.slice(0, depth).join('/') }
  const site = type.suffix === null ? null : stripSuffix(fileStem(rest[0] ?? ''), type.suffix)
  return site === null || rest.length !== 1 ? null : { type: type.name, name: site }
}

function locateInFolder(
  type: MetadataType,
  candidates: readonly MetadataType[],
  rest: readonly string[],
): Located | null {
  const last = rest.at(-1) ?? ''
  const stem = fileStem(last)
  const folders = rest.slice(0, -1)
  const named = candidates.find(
    (candidate) => candidate.suffix !== null && stripSuffix(stem, candidate.suffix) !== null,
  )
  if (named?.suffix !== undefined && named.suffix !== null) {
    const name = [...folders, stripSuffix(stem, named.suffix) ?? stem].join('/')
    if (named.folderContentType !== null || folders.length > 0) return { type: named.name, name }
  }
  const folderType = candidates.find((candidate) => candidate.folderContentType === type.name)
  const isFolderFile = last.endsWith(metaSuffix) && (type.layout !== 'mixed' || folders.length === 0)
  if (isFolderFile && folderType !== undefined)
    return { type: folderType.name, name: [...folders, stem].join('/') }
  return type.layout === 'mixed' && folders.length > 0
    ? { type: type.name, name: [...folders, stem].join('/') }
    : null
}

/** Source layout: `objects/Account/fields/Rating__c.field-meta.xml`, `bots/Helper/v1.botVersion-meta.xml`. */
function locateChild(type: MetadataType, rest: readonly string[]): Located | null {
  const parent = rest[0]
  if (parent === undefined) return null
  const stem = fileStem(rest.at(-1) ?? '')
  if (type.name === 'CustomObjectTranslation') return { type: type.name, name: parent }
  for (const child of childTypesOf(type.name)) {
    const name = stripSuffix(stem, child.suffix)
    if (name === null) continue
    return { type: child.name, name: child.ignoresParentName ? name : `${parent}.${name}`, isXml: true }
  }
  return null
}

/** The composite that holds a nested component (`CustomField Account.X` lies in `CustomObject Account`); null for all others. */
export function parentOf(identity: ComponentIdentity): ComponentIdentity | null {
  const nested = findNestedType(identity.componentType)
  if (nested === null) return null
  const { packageName } = identity
  if (nested.ignoresParentName) {
    return { packageName, componentType: nested.parentName, componentName: nested.parentName }
  }
  const dot = identity.componentName.indexOf('.')
  const componentName = dot < 0 ? identity.componentName : identity.componentName.slice(0, dot)
  return { packageName, componentType: nested.parentName, componentName }
}

/**
 * The files of a component in Metadata API layout, whether they exist or not.
 * A nested component has its parent's file. Unknown types have none.
 */
export function pathsOfComponent(identity: ComponentIdentity): ComponentFiles {
  const parent = parentOf(identity)
  if (parent !== null) return pathsOfComponent(parent)
  const type = findType(identity.componentType)
  if (type === null) return { files: [], directory: null }
  const root = `${identity.packageName}/${type.directoryName}`
  const name = identity.componentName
  if (type.folderContentType !== null) return files(`${root}/${name}${metaSuffix}`)
  if (type.name in territoryFolders) return files(`${identity.packageName}/${territoryFile(type, name)}`)
  if (type.layout === 'bundle') {
    const sites = type.name === 'ExperienceBundle' ? [`${root}/${name}.site${metaSuffix}`] : []
    return { files: sites, directory: `${root}/${name}/` }
  }
  const file =
    type.layout === 'mixed' && type.inFolder ? `${root}/${name}` : `${root}/${name}.${type.suffix ?? ''}`
  return type.layout === 'xml' ? files(file) : files(file, `${file}${metaSuffix}`)
}

const territoryFolders: Readonly<Record<string, string>> = {
  Territory2Model: '',
  Territory2: 'territories/',
  Territory2Rule: 'rules/',
}

function territoryFile(type: MetadataType, name: string): string {
  const dot = name.indexOf('.')
  const model = dot < 0 ? name : name.slice(0, dot)
  return `territory2Models/${model}/${territoryFolders[type.name] ?? ''}${name.slice(dot + 1)}.${type.suffix ?? ''}`
}

function files(...list: string[]): ComponentFiles {
  return { files: list, directory: null }
}

/** Groups of paths that differ in case only: one file on some disks, two in Git. Empty when there are none. */
export function findCaseClashes(paths: Iterable<string>): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const folded = path.toLowerCase()
    const group = groups.get(folded)
    if (group === undefined) groups.set(folded, [path])
    else group.push(path)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
