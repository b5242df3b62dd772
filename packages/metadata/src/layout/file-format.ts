import { metaSuffix } from '../file-names.ts'
import { componentOfPath } from '../paths.ts'
import { findNestedType, findType } from '../registry.ts'

/** `Both`: the file has this name in either format, as classes, web components and pages have. */
export type FileFormat = 'Source' | 'Metadata' | 'Both'

/**
 * In which format a file is named; null for one that belongs to no component. `path` is a package directory, the folder
 * of a type and what is below: `unpackaged/objects/Car__c.object`.
 */
export function formatOfPath(path: string): FileFormat | null {
  const component = componentOfPath(path)
  if (component === null) return null
  const { identity, isMetaFile, isXml } = component
  // In metadata format a nested component has no file of its own.
  if (findNestedType(identity.componentType) !== null) return isMetaFile ? 'Source' : 'Metadata'
  const type = findType(identity.componentType)
  if (type === null) return null
  if (type.folderContentType !== null) return folderSuffix.test(path) ? 'Source' : 'Metadata'
  if (type.layout !== 'xml' || !isXml) return 'Both'
  return isMetaFile ? 'Source' : 'Metadata'
}

/** Source format names the folder `Sales.reportFolder-meta.xml`, metadata format `Sales-meta.xml`. */
const folderSuffix = /\.\w*[Ff]older-meta\.xml$/

/** A file that shows where the metadata of a repository lies, whatever the folders above are called. */
export interface PlacedFile {
  readonly path: string
  readonly format: FileFormat
  /** The folder that holds the folder of the type: `src` of `src/classes/A.cls`; empty for the root. */
  readonly root: string
}

/**
 * Where a file of metadata lies by its own name alone; null for a file whose name proves nothing, such as an image in
 * a folder `documents`. Folders are tried from the deepest up.
 */
export function placeFile(path: string): PlacedFile | null {
  if (!mayBeMetadata(path)) return null
  const parts = path.split('/')
  for (let at = parts.length - 2; at >= 0; at -= 1) {
    const format = formatOfPath(`any/${parts.slice(at).join('/')}`)
    if (format !== null && isProof(path, format)) return { path, format, root: parts.slice(0, at).join('/') }
  }
  return null
}

const mayBeMetadata = (path: string): boolean => path.includes('/') && !path.includes('node_modules/')

/** Other programs have files such as `settings/any.settings` as well. */
const isProof = (path: string, format: FileFormat): boolean =>
  format === 'Source' || path.endsWith(metaSuffix) || /\.(?:object|layout|profile|permissionset)$/.test(path)
