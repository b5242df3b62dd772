import { unpackaged } from '../component.ts'
import { folderTypes } from '../folder-types.ts'
import type { MetadataLayout } from './find-layout.ts'

/** Where a branch keeps metadata. Can be handed to a thread. */
export interface MetadataPlace {
  /** The metadata path: `/src`. */
  readonly path: string
  /** Null stands for `Packages`, the layout of an empty repository. */
  readonly layout: MetadataLayout | null
}

/**
 * The border between the names that files have in an archive of the Metadata API (`unpackaged/classes/A.cls`), by which
 * everything compares and merges, and their paths in the repository.
 */
export interface MetadataDirectory {
  readonly place: MetadataPlace
  /** The metadata path without slashes at the ends; empty for the root. */
  readonly path: string
  /** The folder that holds all files of metadata; empty for the root. */
  readonly folder: string
  /** Whether a folder right below `folder` holds metadata; null where nothing else lies there. */
  readonly isTypeFolder: ((name: string) => boolean) | null
  /** The generated `package.xml` of the branch; null where the layout leaves that file to the team. */
  readonly manifest: string | null
  /** Where a file of the archive lies in the repository. */
  inRepository(archivePath: string): string
  /** The name of a file of the repository in the archive; null for one that is no metadata of this branch. */
  below(repositoryPath: string): string | null
}

/** The border of a branch. Raises an error for source format, which no border converts yet. */
export function metadataDirectory(place: MetadataPlace): MetadataDirectory {
  const path = place.path.split('/').filter(Boolean).join('/')
  const prefix = path === '' ? '' : `${path}/`
  if (place.layout === 'Source') throw new Error('Files in source format cannot be read or written yet.')
  return place.layout === 'Metadata' ? foldersBelow(place, path, prefix) : packagesBelow(place, path, prefix)
}

/** `src/unpackaged/classes/A.cls`. */
const packagesBelow = (place: MetadataPlace, path: string, prefix: string): MetadataDirectory => ({
  place,
  path,
  folder: prefix + unpackaged,
  isTypeFolder: null,
  manifest: `${prefix}${unpackaged}/package.xml`,
  inRepository: (archivePath) => prefix + archivePath,
  below: (repositoryPath) => (repositoryPath.startsWith(prefix) ? repositoryPath.slice(prefix.length) : null),
})

const packagePrefix = `${unpackaged}/`

/** `src/classes/A.cls`. Beside the folders of types may lie anything, `package.xml` among it: it is the team's. */
const foldersBelow = (place: MetadataPlace, path: string, prefix: string): MetadataDirectory => ({
  place,
  path,
  folder: path,
  isTypeFolder: (name) => folderTypes(name) !== null,
  manifest: null,
  inRepository: (archivePath) =>
    prefix + (archivePath.startsWith(packagePrefix) ? archivePath.slice(packagePrefix.length) : archivePath),
  below: (repositoryPath) => {
    if (!repositoryPath.startsWith(prefix)) return null
    const end = repositoryPath.indexOf('/', prefix.length)
    if (end < 0 || folderTypes(repositoryPath.slice(prefix.length, end)) === null) return null
    return packagePrefix + repositoryPath.slice(prefix.length)
  },
})
