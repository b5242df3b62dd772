import { readFileSync } from 'node:fs'

/** A component type that lives inside the file of another one. */
export interface ChildType {
  name: string
  /** The parent file's element that holds one child. */
  element: string
  /** True when the child's full name does not begin with its parent's name. */
  global?: boolean
}

/** A top-level component type, as describeMetadata knows it. */
export interface MetadataType {
  name: string
  directory: string
  suffix?: string
  /** xml: one XML file; content: a content file beside `-meta.xml`; bundle: a folder of files. */
  shape: 'xml' | 'content' | 'bundle'
  inFolder?: boolean
  folderType?: string
  children?: ChildType[]
}

/** A folder type and the type it holds. */
export interface FolderType {
  name: string
  content: string
  suffix: string
}

interface RegistryFile {
  types: MetadataType[]
  folders: FolderType[]
  standardValueSets: string[]
}

const file: RegistryFile = JSON.parse(
  readFileSync(new URL('../../data/metadata-types.json', import.meta.url), 'utf8'),
)

const byName = new Map(file.types.map((type) => [type.name, type]))
const byDirectory = groupByDirectory(file.types)
const childTypes = new Map(
  file.types.flatMap((parent) =>
    (parent.children ?? []).map((child) => [child.name, { parent, child }] as const),
  ),
)

function groupByDirectory(types: MetadataType[]): Map<string, MetadataType[]> {
  const groups = new Map<string, MetadataType[]>()
  for (const type of types) groups.set(type.directory, [...(groups.get(type.directory) ?? []), type])
  return groups
}

/** All top-level types in the order of their names. */
export const metadataTypes: readonly MetadataType[] = file.types
/** The folder types. EmailFolder (classic) and EmailTemplateFolder (Lightning) share directory and file names. */
export const folderTypes: readonly FolderType[] = file.folders
/** Names of the value sets that the Tooling API lists. */
export const standardValueSets: readonly string[] = file.standardValueSets

/**
 * The top-level type with this name, letter case included; undefined for child and folder
 * types.
 */
export function findType(name: string): MetadataType | undefined {
  return byName.get(name)
}

/**
 * The child type with this name and the type whose file holds it; undefined for top-level
 * types.
 */
export function findChildType(name: string): { parent: MetadataType; child: ChildType } | undefined {
  return childTypes.get(name)
}

/** Names of the folder types that hold components of this type; none for types without folders. */
export function foldersOfContent(content: string): string[] {
  return folderTypes.filter((type) => type.content === content).map((type) => type.name)
}

/**
 * The types whose files lie in this directory; several types share some of them (`reports`,
 * `wave`).
 */
export function typesOfDirectory(directory: string): readonly MetadataType[] {
  return byDirectory.get(directory) ?? []
}
