import { folderTypes, typesOfDirectory } from './metadata-types.ts'
import type { MetadataType } from './metadata-types.ts'

/**
 * The component that a file of the metadata format belongs to. Files inside objects and labels
 * belong to the object or the label file, not to what is nested in it.
 */
export interface PathOwner {
  type: string
  fullName: string
  /** True for XML that describes the component: the file itself or its `-meta.xml`. */
  isXml: boolean
}

/**
 * Maps a path below the package root (`classes/Billing.cls-meta.xml`) to its component; null for what belongs to none.
 * Percent escapes stay: full names carry them as file names do (`Account-Account %28Sales%29 Layout`).
 */
export function ownerOfPath(path: string): PathOwner | null {
  const slash = path.indexOf('/')
  if (slash === -1) return null
  const candidates = typesOfDirectory(path.slice(0, slash))
  const rest = path.slice(slash + 1)
  const folder = folderOwner(candidates[0], rest)
  if (folder) return folder
  for (const type of candidates) {
    const owner = type.shape === 'bundle' ? bundleOwner(type, rest) : fileOwner(type, rest)
    if (owner) return owner
  }
  return null
}

/**
 * A folder is described by `<Folder>-meta.xml` beside it, which has no suffix before
 * `-meta.xml`. Whether a mail folder is a classic or a Lightning one, only its content says: here
 * it is a classic one.
 */
function folderOwner(type: MetadataType | undefined, rest: string): PathOwner | null {
  if (!type?.inFolder || !rest.endsWith('-meta.xml')) return null
  const name = rest.slice(0, -'-meta.xml'.length)
  if (/\.[A-Za-z0-9]+$/.test(name)) return null
  const folderType = folderTypes.find((entry) => entry.content === type.name)
  return folderType ? { type: folderType.name, fullName: name, isXml: true } : null
}

function bundleOwner(type: MetadataType, rest: string): PathOwner | null {
  const slash = rest.indexOf('/')
  if (slash === -1) {
    const match = /^(.+)\.site-meta\.xml$/.exec(rest)
    return type.name === 'ExperienceBundle' && match?.[1]
      ? { type: type.name, fullName: match[1], isXml: true }
      : null
  }
  return { type: type.name, fullName: rest.slice(0, slash), isXml: rest.endsWith('-meta.xml') }
}

function fileOwner(type: MetadataType, rest: string): PathOwner | null {
  const isMeta = rest.endsWith('-meta.xml')
  const base = isMeta ? rest.slice(0, -'-meta.xml'.length) : rest
  if (type.name === 'Document') return { type: type.name, fullName: base, isXml: isMeta }
  if (!type.suffix || !base.endsWith(`.${type.suffix}`)) return null
  if (isMeta && type.shape === 'xml') return null
  const fullName = base.slice(0, -(type.suffix.length + 1))
  return { type: type.name, fullName, isXml: isMeta || type.shape === 'xml' }
}

/** Where a component's main file lies below the package root; the folder for bundles. */
export function mainPathOf(type: MetadataType, fullName: string): string {
  if (type.shape === 'bundle' || type.name === 'Document') return `${type.directory}/${fullName}`
  return `${type.directory}/${fullName}${type.suffix ? `.${type.suffix}` : ''}`
}
