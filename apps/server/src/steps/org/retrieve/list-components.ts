import { type IncludeSpecs, matchableTypes } from '@sluice/metadata/include-specs'
import { findNestedType } from '@sluice/metadata/registry'
import {
  type MetadataDescription,
  type MetadataType,
  describeMetadata,
} from '@sluice/salesforce/metadata/describe'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import type { ListQuery } from '@sluice/salesforce/metadata/list'
import { mapYielding } from '../../../platform/map-yielding.ts'
import { jsonLineBytes } from '../../session/json-lines.ts'
import { whileBrieflyTransient } from '../../session/transient-retry.ts'
import { type Listing, type ListingRequest, inCalls, openListing, readTyped } from './list-calls.ts'
import { listStandardTabs } from './standard-tabs.ts'

/** What the plan of a retrieve needs to know of a component. */
export type ListedComponent = Pick<
  FileProperties,
  | 'type'
  | 'fullName'
  | 'id'
  | 'namespacePrefix'
  | 'manageableState'
  | 'lastModifiedById'
  | 'lastModifiedByName'
  | 'lastModifiedDate'
>

export interface ComponentList {
  /** A `ListedComponent` a line, in the order of the questions. */
  readonly lines: readonly Buffer[]
  /** Types of which the specs may want a component. */
  readonly wanted: ReadonlySet<string>
  /** What was listed: a component of these types that is not in the list is not in the org. */
  readonly listedTypes: readonly string[]
  /** Types of which Salesforce could not give the whole list; it may have some of them all the same. */
  readonly failedTypes: readonly string[]
  /** Types inside composites that were not listed: retrieved by themselves they would come without the rest of their files. */
  readonly withoutParent: readonly string[]
  /** Every type that the org knows, wanted or not. */
  readonly described: readonly MetadataType[]
}

/** Every component in the org of a type of which the include specs may want one. */
export async function listComponents(request: ListingRequest, specs: IncludeSpecs): Promise<ComponentList> {
  const listing = openListing(request)
  const describe = await whileBrieflyTransient(
    () => describeMetadata(listing.connection, { signal: listing.signal }),
    listing,
  )
  const names = describe.metadataObjects.flatMap((type) => [type.xmlName, ...type.childXmlNames])
  const wanted = await typesToList(specs, names)
  const folders = await listFolders(listing, describe, wanted)
  const ofFolders = jsonLineBytes()
  for (const folder of folders) ofFolders.add(listedComponent(folder))
  const lists = await inCalls(listing, queriesFor(describe, wanted, folders), async (call) => {
    const lines = jsonLineBytes()
    await readTyped(listing, call, (component) => lines.add(listedComponent(component)))
    return lines.end()
  })
  const ofTabs = jsonLineBytes()
  for (const name of await listStandardTabs(listing, wanted)) ofTabs.add(standardTab(name))
  const described = describe.metadataObjects
  return {
    lines: [...ofFolders.end(), ...lists, ...ofTabs.end()],
    wanted,
    described,
    ...outcomeOf(listing, wanted),
  }
}

/** What became of the types that were asked for. Raises an error when Salesforce listed none of them. */
function outcomeOf(
  { refused, failed }: Listing,
  wanted: ReadonlySet<string>,
): Pick<ComponentList, 'listedTypes' | 'failedTypes' | 'withoutParent'> {
  const types = [...wanted]
  const isMissing = (type: string | undefined) =>
    type !== undefined && (failed.has(type) || refused.has(type))
  const [error] = failed.values()
  if (error !== undefined && types.every(isMissing)) throw error
  const withoutParent = types.filter((type) => isMissing(findNestedType(type)?.parentName))
  const orphans = new Set(withoutParent)
  return {
    listedTypes: types.filter((type) => !isMissing(type) && !orphans.has(type)),
    failedTypes: types.filter((type) => failed.has(type)).toSorted(),
    withoutParent,
  }
}

/** The components that the org lists for these questions, and the types that it refuses to list. Raises the error of a list that failed. */
export async function listSome(
  request: ListingRequest,
  queries: readonly ListQuery[],
  isWanted: (component: FileProperties) => boolean,
): Promise<{ readonly components: FileProperties[]; readonly refused: ReadonlySet<string> }> {
  const listing = openListing(request)
  const components = await inCalls(listing, queries, async (call) => {
    const wanted: FileProperties[] = []
    await readTyped(listing, call, (component) => {
      if (isWanted(component)) wanted.push(component)
    })
    return wanted
  })
  for (const error of listing.failed.values()) throw error
  return { components, refused: listing.refused }
}

/** Comparing every type with every line of the specs takes some hundredths of a second. */
async function typesToList(specs: IncludeSpecs, names: readonly string[]): Promise<Set<string>> {
  const wanted = await mapYielding(new Set(names), (name) => matchableTypes(specs, [name]))
  return new Set(wanted.flatMap((types) => [...types]))
}

function listedComponent(component: FileProperties): ListedComponent {
  const { type, fullName, id, namespacePrefix, manageableState } = component
  const { lastModifiedById, lastModifiedByName, lastModifiedDate } = component
  return {
    type,
    fullName,
    id,
    namespacePrefix,
    manageableState,
    lastModifiedById,
    lastModifiedByName,
    lastModifiedDate,
  }
}

/** A standard tab as a list would show it: without an id, an author and a date, so that nothing proves it unchanged. */
function standardTab(fullName: string): ListedComponent {
  return {
    type: 'CustomTab',
    fullName,
    id: null,
    namespacePrefix: null,
    manageableState: null,
    lastModifiedById: null,
    lastModifiedByName: null,
    lastModifiedDate: null,
  }
}

/** The folders of foldered types, as members of the type that they hold: that is how a manifest names them. */
async function listFolders(
  listing: Listing,
  describe: MetadataDescription,
  wanted: ReadonlySet<string>,
): Promise<FileProperties[]> {
  const types = describe.metadataObjects.filter((type) => type.inFolder && wanted.has(type.xmlName))
  const contentTypes = new Map(
    types.flatMap(({ xmlName }) => folderTypesOf(xmlName).map((folderType) => [folderType, xmlName])),
  )
  const queries = [...contentTypes.keys()].map((type) => ({ type }))
  const folders = await inCalls(listing, queries, async (call) => {
    const found: FileProperties[] = []
    await readTyped(listing, call, (folder) => void found.push(folder))
    return found
  })
  // What lies in a folder that was not listed cannot be listed either.
  for (const [folderType, type] of contentTypes) {
    const error = listing.failed.get(folderType)
    if (error !== undefined) listing.failed.set(type, error)
  }
  return folders.map((folder) => ({ ...folder, type: contentTypes.get(folder.type) ?? folder.type }))
}

function queriesFor(
  describe: MetadataDescription,
  wanted: ReadonlySet<string>,
  folders: readonly FileProperties[],
): ListQuery[] {
  const foldered = new Set(
    describe.metadataObjects.filter((type) => type.inFolder).map((type) => type.xmlName),
  )
  return [
    ...[...wanted].filter((type) => !foldered.has(type)).map((type) => ({ type })),
    ...folders.map((folder) => ({ type: folder.type, folder: folder.fullName })),
    ...[...wanted]
      .filter((type) => withPublicFolder.has(type))
      .map((type) => ({ type, folder: publicFolder })),
  ]
}

/** No list of folders names it, but it can be asked for what it holds. */
const publicFolder = 'unfiled$public'
const withPublicFolder = new Set(['Report', 'Dashboard', 'EmailTemplate'])

/** Describe names no types of folders. Lightning mail templates lie in folders of a type of their own. */
function folderTypesOf(type: string): string[] {
  return type === 'EmailTemplate' ? ['EmailFolder', 'EmailTemplateFolder'] : [`${type}Folder`]
}
