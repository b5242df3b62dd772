import type { Connection } from '@sluice/salesforce/connection'
import { describeMetadata, type MetadataType } from '@sluice/salesforce/metadata/describe'
import { readList } from '@sluice/salesforce/metadata/list'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import { type Facts, codeOf } from './report.ts'

const listsAtOnce = 4
const mostFolders = 5

/** The types in which folders are listed, by the type that lives in them. Describe names none of the first two. */
const folderTypes: Readonly<Record<string, readonly string[]>> = {
  EmailTemplate: ['EmailFolder', 'EmailTemplateFolder'],
}

const folderTypesOf = (type: string) => folderTypes[type] ?? [`${type}Folder`]

interface Listing {
  readonly type: string
  readonly folder?: string
}

export interface DescribedTypes {
  readonly facts: Facts
  readonly types: readonly MetadataType[]
}

export async function describeTypes(connection: Connection): Promise<DescribedTypes> {
  const description = await describeMetadata(connection)
  const types = description.metadataObjects
  const nested = new Set(types.flatMap(({ childXmlNames }) => childXmlNames))
  return {
    types,
    facts: {
      types: types.length,
      nestedTypes: nested.size,
      typesInFolders: types.filter(({ inFolder }) => inFolder).length,
      partialSaveAllowed: description.partialSaveAllowed,
      testRequired: description.testRequired,
      hasNamespace: (description.organizationNamespace ?? '') !== '',
    },
  }
}

/** How many components each type has, how long its list takes, and which code refuses it. */
export async function listTypes(connection: Connection, types: readonly MetadataType[]): Promise<Facts> {
  const named = types.filter(({ inFolder }) => !inFolder).map(({ xmlName }) => xmlName)
  const nested = types.flatMap(({ childXmlNames }) => childXmlNames)
  const wanted = [...new Set([...named, ...nested])].toSorted()
  const lists = await inLanes(wanted, async (type) => (await list(connection, { type })).facts)
  return { lists: wanted.map((type, index) => ({ type, ...lists[index] })) }
}

/** Whether entries come without their type where one call asks for several types. */
export async function listTogether(connection: Connection): Promise<Facts> {
  const types = ['GlobalValueSetTranslation', 'StandardValueSetTranslation']
  let components = 0
  let withoutType = 0
  const each = ({ type }: FileProperties) => {
    components++
    if (type === '') withoutType++
  }
  await readList(
    connection,
    types.map((type) => ({ type })),
    { each },
  )
  return { components, withoutType }
}

/** Folders, what a list of `unfiled$public` answers, and by which name a folder within a folder is listed. */
export async function listFolders(connection: Connection, types: readonly MetadataType[]): Promise<Facts> {
  const inFolders = types.filter(({ inFolder }) => inFolder).map(({ xmlName }) => xmlName)
  const found = await inLanes(inFolders, async (type) => ({ type, ...(await foldersOf(connection, type)) }))
  return { types: found }
}

async function foldersOf(connection: Connection, type: string): Promise<Facts> {
  const asked = []
  const names: string[] = []
  for (const folderType of folderTypesOf(type)) {
    const folders = await list(connection, { type: folderType })
    names.push(...folders.names)
    asked.push({ type: folderType, ...folders.facts })
  }
  const contents = []
  for (const folder of names.slice(0, mostFolders))
    contents.push((await list(connection, { type, folder })).facts)
  const nested = names.find((name) => name.includes('/'))
  return {
    folders: asked,
    contentsOfFirst: contents,
    unfiled: (await list(connection, { type, folder: 'unfiled$public' })).facts,
    nestedFolders: names.filter((name) => name.includes('/')).length,
    ...(nested === undefined ? {} : { nestedFolder: await nestedBy(connection, type, nested) }),
  }
}

async function nestedBy(connection: Connection, type: string, name: string): Promise<Facts> {
  const lastPart = name.slice(name.lastIndexOf('/') + 1)
  return {
    byWholePath: (await list(connection, { type, folder: name })).facts,
    byLastPart: (await list(connection, { type, folder: lastPart })).facts,
  }
}

/** Names stay in memory; the facts hold none. */
async function list(
  connection: Connection,
  { type, folder }: Listing,
): Promise<{ facts: Facts; names: string[] }> {
  const begun = performance.now()
  const names: string[] = []
  let packaged = 0
  let undated = 0
  const each = ({ fullName, namespacePrefix, lastModifiedDate }: FileProperties) => {
    names.push(fullName)
    if (namespacePrefix !== null) packaged++
    if (lastModifiedDate === null || lastModifiedDate.startsWith('1970')) undated++
  }
  const since = () => Math.round(performance.now() - begun)
  try {
    await readList(connection, [{ type, folder }], { each })
    return { names, facts: { components: names.length, packaged, undated, milliseconds: since() } }
  } catch (error) {
    return { names: [], facts: { ...codeOf(error), milliseconds: since() } }
  }
}

/** Runs the work for all items, some at a time, and keeps their order. */
async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: listsAtOnce }, lane))
  return results
}
