import { componentKey, unpackaged } from '@sluice/metadata/component'
import { type IncludeSpecs, isIncluded, matchableTypes } from '@sluice/metadata/include-specs'
import { parentOf } from '@sluice/metadata/paths'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import { standardValueSetNames } from '@sluice/metadata/standard-value-sets'
import type { Connection } from '@sluice/salesforce/connection'
import { SalesforceError } from '@sluice/salesforce/errors'
import { type MetadataDescription, describeMetadata } from '@sluice/salesforce/metadata/describe'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import { type ListQuery, listMetadata } from '@sluice/salesforce/metadata/list'
import { inPortions } from '../../../platform/portions.ts'
import { inParallel } from '../in-parallel.ts'
import { whileTransient } from '../transient-retry.ts'
import type { PlannedMember } from './retrieve-plan.ts'

const queriesPerCall = 3
const callsAtOnce = 8

interface ListingRequest {
  readonly connection: Connection
  readonly signal: AbortSignal
  readonly deadline: number
  readonly onListed?: (queries: number) => void
}

interface Listing extends ListingRequest {
  /** Types that the org does not list, collected on the way. */
  readonly refused: Set<string>
}

export interface IncludedMembers {
  /** Each component once, in the order of the lists. */
  readonly members: readonly PlannedMember[]
  /** What was listed: a component of these types that is no member is not in the org, or not included. */
  readonly listedTypes: readonly string[]
}

/** Everything in the org that the include specs want. */
export async function listIncludedMembers(
  request: ListingRequest,
  specs: IncludeSpecs,
): Promise<IncludedMembers> {
  const listing: Listing = { ...request, refused: new Set() }
  const describe = await whileTransient(
    () => describeMetadata(listing.connection, { signal: listing.signal }),
    listing,
  )
  const names = describe.metadataObjects.flatMap((type) => [type.xmlName, ...type.childXmlNames])
  const wanted = new Set(matchableTypes(specs, new Set(names)))
  const folders = await listFolders(listing, describe, wanted)
  const lists = await listAll(listing, queriesFor(describe, wanted, folders))
  const members = new Map<string, PlannedMember>()
  await inPortions(itemsOf([folders, ...lists]), (item) => {
    const identity = { packageName: unpackaged, componentType: item.type, componentName: item.fullName }
    if (
      item.manageableState === 'installed' ||
      !isIncluded(specs, { ...identity, namespacePrefix: item.namespacePrefix ?? null })
    )
      return
    members.set(componentKey(identity), {
      type: item.type,
      fullName: item.fullName,
      modifier: modifierOf(item),
    })
  })
  for (const member of wanted.has('StandardValueSet') ? standardValueSets(specs) : [])
    members.set(componentKey(identityOf(member)), member)
  const listedTypes = [...wanted].filter((type) => !listing.refused.has(type))
  return { members: [...members.values()], listedTypes }
}

function* itemsOf(lists: readonly (readonly FileProperties[])[]): Generator<FileProperties> {
  for (const list of lists) yield* list
}

/** The Metadata API lists no standard value sets; it answers to their names, and passes over those an org lacks. */
function standardValueSets(specs: IncludeSpecs): PlannedMember[] {
  return standardValueSetNames
    .map((fullName) => ({ type: 'StandardValueSet', fullName, modifier: null }))
    .filter((member) => isIncluded(specs, identityOf(member)))
}

function identityOf(member: RetrieveMember) {
  return { packageName: unpackaged, componentType: member.type, componentName: member.fullName }
}

/** Components inside a composite come with it; they are asked for by name only when the composite is not wanted. */
export async function membersToRetrieve(members: readonly PlannedMember[]): Promise<RetrieveMember[]> {
  const keys = new Set<string>()
  await inPortions(members, (member) => void keys.add(componentKey(identityOf(member))))
  const asked: RetrieveMember[] = []
  await inPortions(members, (member) => {
    const parent = parentOf(identityOf(member))
    const comesWithParent = parent !== null && keys.has(componentKey(parent))
    if (!comesWithParent) asked.push({ type: member.type, fullName: member.fullName })
  })
  return asked
}

/** The folders of foldered types, as members of the type that they hold: that is how a manifest names them. */
async function listFolders(
  listing: Listing,
  describe: MetadataDescription,
  wanted: ReadonlySet<string>,
): Promise<FileProperties[]> {
  const types = describe.metadataObjects.filter((type) => type.inFolder && wanted.has(type.xmlName))
  const contentTypes = new Map(types.map((type) => [folderTypeOf(type.xmlName), type.xmlName]))
  const lists = await listAll(
    listing,
    [...contentTypes.keys()].map((type) => ({ type })),
  )
  return lists.flat().map((folder) => ({ ...folder, type: contentTypes.get(folder.type) ?? folder.type }))
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
  ]
}

function folderTypeOf(type: string): string {
  return type === 'EmailTemplate' ? 'EmailFolder' : `${type}Folder`
}

async function listAll(listing: Listing, queries: readonly ListQuery[]): Promise<FileProperties[][]> {
  const calls: ListQuery[][] = []
  for (let at = 0; at < queries.length; at += queriesPerCall)
    calls.push(queries.slice(at, at + queriesPerCall))
  return await inParallel(calls, callsAtOnce, async (call) => {
    const found = await listTogether(listing, call)
    listing.onListed?.(call.length)
    return found
  })
}

/** One type that an org refuses to list must not hide the two that share its call. */
async function listTogether(listing: Listing, queries: readonly ListQuery[]): Promise<FileProperties[]> {
  try {
    return await whileTransient(
      () => listMetadata(listing.connection, queries, { signal: listing.signal }),
      listing,
    )
  } catch (error) {
    if (!isRefusedType(error)) throw error
    if (queries.length === 1) {
      for (const { type } of queries) listing.refused.add(type)
      return []
    }
    const lists = await inParallel(queries, 1, (query) => listTogether(listing, [query]))
    return lists.flat()
  }
}

function isRefusedType(error: unknown): boolean {
  return error instanceof SalesforceError && error.salesforceCode === 'INVALID_TYPE'
}

function modifierOf(item: FileProperties): PlannedMember['modifier'] {
  const date = new Date(item.lastModifiedDate ?? 0)
  // Components that nobody has touched carry the first second of 1970.
  if (item.lastModifiedById === null || Number.isNaN(date.getTime()) || date.getTime() === 0) return null
  return { userId: item.lastModifiedById, name: item.lastModifiedByName ?? item.lastModifiedById, date }
}
