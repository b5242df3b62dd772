import { childrenOf, textOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'

/**
 * What a package.xml or a destructive manifest names. `version` selects the shape of the files
 * on the service and has no effect here.
 */
export interface Manifest {
  version?: string
  /** Full names by type; `*` stands as a name of its own. */
  members: Map<string, Set<string>>
}

/**
 * Reads a manifest. Types that stand twice are joined, entries without a name ignored. Throws
 * XmlError when it is malformed.
 */
export function readManifest(text: string): Manifest {
  const root = parseXml(text)
  const members = new Map<string, Set<string>>()
  for (const entry of childrenOf(root, 'types')) {
    const type = textOf(entry, 'name')?.trim()
    if (type === undefined || type === '') continue
    const named = members.get(type) ?? new Set<string>()
    for (const member of childrenOf(entry, 'members')) named.add(member.text.trim())
    members.set(type, named)
  }
  const version = textOf(root, 'version')?.trim()
  return version === undefined ? { members } : { version, members }
}

/** True when the manifest names this component, by name or by `*`. */
export function names(manifest: Manifest, type: string, fullName: string): boolean {
  const members = manifest.members.get(type)
  return members !== undefined && (members.has(fullName) || members.has('*'))
}
