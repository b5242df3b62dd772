import type { ComponentIdentity } from './component.ts'
import type { FolderTypes, PlacedType } from './folder-types.ts'
import type { MetadataType } from './registry.ts'

import { fileStem, metaSuffix } from './file-names.ts'
import { folderTypes } from './folder-types.ts'
import { childTypesOf, findNestedType, findType, isCompositeType } from './registry.ts'

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

/** A path and where its parts begin and end: no part becomes a text of its own before it is asked for. */
interface FilePath {
  readonly path: string
  /** Behind the type's folder: the name of the component begins here, folders included. */
  readonly start: number
  /** Where the folder right below the type's folder ends; -1 when the file lies there itself. */
  readonly firstEnd: number
  /** Where the file's own name begins. */
  readonly fileStart: number
  /** The end of the file's name without `-meta.xml`. */
  readonly stemEnd: number
  readonly isMetaFile: boolean
}

interface Located {
  readonly type: string
  readonly name: string
  readonly isXml: boolean
  readonly isComposite: boolean
}

const fullStop = 46

/**
 * The component that a file belongs to, from the path alone.
 * `path` is below the metadata directory (`unpackaged/classes/A.cls`); Metadata API layout and source layout are read.
 * Null for files that belong to no component: manifests, unknown folders, loose files beside bundles. A folder is known
 * by its exact name, letter case included: a deployment takes nothing from another one, though the vendor's own resolver
 * goes by the suffix alone there. What an org cannot have it cannot have lost either: a flow in leaves it in the branch.
 */
export function componentOfPath(path: string): ComponentPath | null {
  const packageEnd = path.indexOf('/')
  const folderEnd = path.indexOf('/', packageEnd + 1)
  if (packageEnd < 0 || folderEnd < 0) return null
  const folder = folderTypes(path.slice(packageEnd + 1, folderEnd))
  const start = folderEnd + 1
  const firstEnd = path.indexOf('/', start)
  const fileStart = firstEnd < 0 ? start : path.lastIndexOf('/') + 1
  if (folder === null || fileStart === path.length) return null
  const isMetaFile = path.endsWith(metaSuffix)
  const stemEnd = isMetaFile ? path.length - metaSuffix.length : path.length
  const located = locate(folder, { path, start, firstEnd, fileStart, stemEnd, isMetaFile })
  if (located === null) return null
  const { type, name, isXml, isComposite } = located
  const identity = { packageName: path.slice(0, packageEnd), componentType: type, componentName: name }
  return { identity, isMetaFile, isXml, isComposite: isXml && isComposite }
}

function locate(folder: FolderTypes, file: FilePath): Located | null {
  const { first } = folder
  if (first.type.directoryName === 'territory2Models') return locateTerritory(file)
  if (first.type.layout === 'bundle') return locateInBundle(first, file)
  if (folder.foldered !== null) return locateInFolder(folder.foldered, folder, file)
  if (first.type.layout === 'mixed') return locateMixed(first, file)
  const child = file.firstEnd < 0 ? null : locateChild(first, file)
  if (child !== null) return child
  const named = withSuffix(folder.types, file)
  return named === undefined ? null : locatedAs(named, file, nameBefore(file, named.type.suffix))
}

function locatedAs({ type, isComposite }: PlacedType, { isMetaFile }: FilePath, name: string): Located {
  return { type: type.name, name, isXml: isMetaFile || type.layout === 'xml', isComposite }
}

function withSuffix(types: readonly PlacedType[], file: FilePath): PlacedType | undefined {
  return types.find(({ type }) => hasSuffix(file, type.suffix))
}

/** Whether the file's name, `-meta.xml` apart, ends with the suffix behind a dot and has a name before it. */
function hasSuffix({ path, fileStart, stemEnd }: FilePath, suffix: string | null): boolean {
  if (suffix === null) return false
  const dot = stemEnd - suffix.length - 1
  return dot > fileStart && path.charCodeAt(dot) === fullStop && path.startsWith(suffix, dot + 1)
}

/** The file's name before a suffix that it has; with the folders from `from` on. */
function nameBefore(file: FilePath, suffix: string | null, from: number = file.fileStart): string {
  return file.path.slice(from, file.stemEnd - (suffix ?? '').length - 1)
}

/** The folder right below the type's folder, or the file when it lies there itself. */
function firstPart({ path, start, firstEnd }: FilePath): string {
  return firstEnd < 0 ? path.slice(start) : path.slice(start, firstEnd)
}

/**
 * Names that no file of an org has, where otherwise any name would do: `.gitkeep`, `.eslintrc.json` and their like, and
 * the tests of web components, which the service neither takes nor returns.
 */
function isOnlyInGit({ path, fileStart, start }: FilePath): boolean {
  return path.charCodeAt(fileStart) === fullStop || path.includes('/__tests__/', start - 1)
}

/** Territory types share one folder tree: the suffix decides, the model's folder comes first in the name. */
function locateTerritory(file: FilePath): Located | null {
  for (const name of Object.keys(territoryFolders)) {
    const type = findType(name)
    if (type === null || !hasSuffix(file, type.suffix)) continue
    const own = nameBefore(file, type.suffix)
    const fullName = name === 'Territory2Model' ? own : `${firstPart(file)}.${own}`
    return locatedAs({ type, isComposite: isCompositeType(name) }, file, fullName)
  }
  return null
}

/** Static resources: one file of any kind, or (source layout) a folder of them, which are no metadata whatever their names. */
function locateMixed(mixed: PlacedType, file: FilePath): Located | null {
  const { type } = mixed
  if (file.firstEnd >= 0) return { type: type.name, name: firstPart(file), isXml: false, isComposite: false }
  if (hasSuffix(file, type.suffix)) return locatedAs(mixed, file, nameBefore(file, type.suffix))
  const name = fileStem(firstPart(file)).split('.')[0] ?? ''
  return name === '' ? null : locatedAs(mixed, file, name)
}

/**
 * A file in a bundle's folder belongs to the bundle; a site is described by one file beside
 * its folder.
 */
function locateInBundle(bundle: PlacedType, file: FilePath): Located | null {
  const { path, start, firstEnd } = file
  const { name, suffix } = bundle.type
  if (isOnlyInGit(file)) return null
  if (firstEnd < 0) return hasSuffix(file, suffix) ? locatedAs(bundle, file, nameBefore(file, suffix)) : null
  const end = name === 'DigitalExperienceBundle' ? path.indexOf('/', firstEnd + 1) : firstEnd
  return end < 0 ? null : locatedAs(bundle, file, path.slice(start, end))
}

function locateInFolder(foldered: PlacedType, folder: FolderTypes, file: FilePath): Located | null {
  const { path, start, stemEnd } = file
  const isInFolder = file.firstEnd >= 0
  const named = withSuffix(folder.types, file)
  if (named !== undefined && (isInFolder || named.type.folderContentType !== null))
    return locatedAs(named, file, nameBefore(file, named.type.suffix, start))
  const isMixed = foldered.type.layout === 'mixed'
  const isFolderFile = file.isMetaFile && !(isMixed && isInFolder)
  if (isFolderFile && folder.folderType !== null)
    return locatedAs(folder.folderType, file, path.slice(start, stemEnd))
  return isMixed && isInFolder && !isOnlyInGit(file)
    ? locatedAs(foldered, file, path.slice(start, stemEnd))
    : null
}

/** Source layout: `objects/Account/fields/Rating__c.field-meta.xml`, `bots/Helper/v1.botVersion-meta.xml`. */
function locateChild(parent: PlacedType, file: FilePath): Located | null {
  if (parent.type.name === 'CustomObjectTranslation') return locatedAs(parent, file, firstPart(file))
  const child = childTypesOf(parent.type.name).find(({ suffix }) => hasSuffix(file, suffix))
  if (child === undefined) return null
  const name = nameBefore(file, child.suffix)
  return {
    type: child.name,
    name: child.ignoresParentName ? name : `${firstPart(file)}.${name}`,
    isXml: true,
    isComposite: isCompositeType(child.name),
  }
}

/** The component whose files hold another: its composite, or itself. */
export function ownerOf(identity: ComponentIdentity): ComponentIdentity {
  return parentOf(identity) ?? identity
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

/** What stands for the component of a file when places are compared: the directory of its bundle, or the path itself. */
export function placeOfPath(path: string): string {
  const component = componentOfPath(path)
  const directory = component === null ? null : pathsOfComponent(component.identity).directory
  return directory !== null && path.startsWith(directory) ? directory.slice(0, -1) : path
}

/**
 * Groups of paths that differ in case only: two files in Git, one component to the service, which reads names without
 * regard to case. Empty when there are none.
 */
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
