import { childrenOf, textOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'

/**
 * What a package.xml or a destructive manifest names. `version` selects the shape of the files.
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
    for (const member of childrenOf(entry, 'members')) named.add(memberName(member.text))
    members.set(type, named)
  }
  const version = textOf(root, 'version')?.trim()
  return version === undefined ? { members } : { version, members }
}

/**
 * A member as its component is called: folders may be written with a slash behind them, as current
 * clients do (public source: forcedotcom/source-deploy-retrieve pull request 1407).
 */
export function memberName(text: string): string {
  return text.trim().replace(/\/$/, '')
}

/** True when the manifest names this component, by name or by `*`. */
export function names(manifest: Manifest, type: string, fullName: string): boolean {
  const members = manifest.members.get(type)
  if (members === undefined) return false
  return (
    members.has(fullName) ||
    members.has('*') ||
    (type === 'Document' && members.has(withoutExtension(fullName)))
  )
}

/** True when a member means this component: documents are also named without their extension. */
export function isNamed(type: string, fullName: string, member: string): boolean {
  return member === fullName || (type === 'Document' && member === withoutExtension(fullName))
}

/** `Brand/Logo` for the document `Brand/Logo.svg`. */
function withoutExtension(fullName: string): string {
  return fullName.replace(/\.[^./]+$/, '')
}
