import { type IncludeSpecs, matchableTypes } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { type MetadataDescription, describeMetadata } from '@sluice/salesforce/metadata/describe'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import { type ListQuery, readList } from '@sluice/salesforce/metadata/list'
import { mapYielding } from '../../../../platform/map-yielding.ts'
import { inParallel } from '../../session/in-parallel.ts'
import { jsonLineBytes } from '../../session/json-lines.ts'
import { type RetryLimit, whileBrieflyTransient } from '../../session/transient-retry.ts'

const queriesPerCall = 3
const callsAtOnce = 8

interface ListingRequest extends RetryLimit {
  readonly connection: Connection
  readonly onListed?: (queries: number) => void
}

interface Listing extends ListingRequest {
  /** Types that the org does not list, collected on the way. */
  readonly refused: Set<string>
}

/** What the plan of a retrieve needs to know of a component. */
export type ListedComponent = Pick<
  FileProperties,
  | 'type'
  | 'fullName'
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
}

/** Every component in the org of a type of which the include specs may want one. */
export async function listComponents(request: ListingRequest, specs: IncludeSpecs): Promise<ComponentList> {
  const listing: Listing = { ...request, refused: new Set() }
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
  const listedTypes = [...wanted].filter((type) => !listing.refused.has(type))
  return { lines: [...ofFolders.end(), ...lists], wanted, listedTypes }
}

/** The components that the org lists for these questions, and the types that it refuses to list. */
export async function listSome(
  request: ListingRequest,
  queries: readonly ListQuery[],
  isWanted: (component: FileProperties) => boolean,
): Promise<{ readonly components: FileProperties[]; readonly refused: ReadonlySet<string> }> {
  const listing: Listing = { ...request, refused: new Set() }
  const components = await inCalls(listing, queries, async (call) => {
    const wanted: FileProperties[] = []
    await readTyped(listing, call, (component) => {
      if (isWanted(component)) wanted.push(component)
    })
    return wanted
  })
  return { components, refused: listing.refused }
}

/** Comparing every type with every line of the specs takes some hundredths of a second. */
async function typesToList(specs: IncludeSpecs, names: readonly string[]): Promise<Set<string>> {
  const wanted = await mapYielding(new Set(names), (name) => matchableTypes(specs, [name]))
  return new Set(wanted.flatMap((types) => [...types]))
}

function listedComponent(component: FileProperties): ListedComponent {
  const { type, fullName, namespacePrefix, manageableState } = component
  const { lastModifiedById, lastModifiedByName, lastModifiedDate } = component
  return {
    type,
    fullName,
    namespacePrefix,
    manageableState,
    lastModifiedById,
    lastModifiedByName,
    lastModifiedDate,
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

/** Some types are listed without their name, which only a call with one question tells. */
class UntypedEntries extends Error {
  override readonly name = 'UntypedEntries'
}

async function readTyped(
  { connection, signal }: Listing,
  call: readonly ListQuery[],
  take: (component: FileProperties) => void,
): Promise<void> {
  let isUntyped = false
  const each = (component: FileProperties) => {
    isUntyped ||= component.type === ''
    take(component)
  }
  await readList(connection, call, { each, signal })
  if (isUntyped) throw new UntypedEntries()
}

type ReadCall<T> = (call: readonly ListQuery[]) => Promise<readonly T[]>

/** Asks all questions, several in a call, and gives what `read` makes of the answers, in the order of the questions. */
async function inCalls<T>(listing: Listing, queries: readonly ListQuery[], read: ReadCall<T>): Promise<T[]> {
  const calls: ListQuery[][] = []
  for (let at = 0; at < queries.length; at += queriesPerCall)
    calls.push(queries.slice(at, at + queriesPerCall))
  const answers = await inParallel(calls, callsAtOnce, async (call) => {
    const found = await inOneCall(listing, call, read)
    listing.onListed?.(call.length)
    return found
  })
  return answers.flat()
}

/** One type that an org refuses to list, or lists without its name, must not hide the two that share its call. */
async function inOneCall<T>(
  listing: Listing,
  queries: readonly ListQuery[],
  read: ReadCall<T>,
): Promise<readonly T[]> {
  try {
    return await whileBrieflyTransient(() => read(queries), listing)
  } catch (error) {
    if (!(error instanceof UntypedEntries) && !isRefusedType(error)) throw error
    if (queries.length === 1) {
      for (const { type } of queries) listing.refused.add(type)
      return []
    }
    const answers = await inParallel(queries, 1, (query) => inOneCall(listing, [query], read))
    return answers.flat()
  }
}

function isRefusedType(error: unknown): boolean {
  return error instanceof SalesforceError && error.salesforceCode === 'INVALID_TYPE'
}
