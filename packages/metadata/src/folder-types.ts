import type { MetadataType } from './registry.ts'

import { isCompositeType, typesOfFolder } from './registry.ts'

/** A type and what its files are, worked out once. */
export interface PlacedType {
  readonly type: MetadataType
  readonly isComposite: boolean
}

/** What the types that share a folder say about its files. */
export interface FolderTypes {
  /** The first type of the registry that keeps files here; its layout decides where no suffix does. */
  readonly first: PlacedType
  /** All of them in registry order: the first one with a file's suffix has it. */
  readonly types: readonly PlacedType[]
  /** The type whose components lie in folders, and the type of these folders: reports, documents and their like. */
  readonly foldered: PlacedType | null
  readonly folderType: PlacedType | null
}

const folders = new Map<string, FolderTypes>()

/** The types that keep files in a folder; null for a folder that none does. */
export function folderTypes(directoryName: string): FolderTypes | null {
  return folders.get(directoryName) ?? findFolder(directoryName)
}

function findFolder(directoryName: string): FolderTypes | null {
  const types = typesOfFolder(directoryName).map((type) => ({
    type,
    isComposite: isCompositeType(type.name),
  }))
  const [first] = types
  // Names of unknown folders come from outside: they are not kept.
  if (first === undefined) return null
  const foldered = types.find(({ type }) => type.inFolder) ?? null
  const folderType = types.find(({ type }) => type.folderContentType === foldered?.type.name) ?? null
  const found = { first, types, foldered, folderType }
  folders.set(directoryName, found)
  return found
}
