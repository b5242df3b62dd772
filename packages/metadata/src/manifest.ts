import type { ComponentIdentity } from './component.ts'

import { encodeUtf8 } from './bytes.ts'
import { compareText } from './collation.ts'
import { findType } from './registry.ts'
import { xmlDeclaration } from './xml/canonical.ts'
import { readXml } from './xml/reader.ts'
import { escapeText, textOf } from './xml/text.ts'

/** One name of a manifest; `fullName` is `*` for a wildcard. */
export interface ManifestMember {
  readonly type: string
  readonly fullName: string
}

/** A manifest as read; apiVersion (`68.0`) is null in destructive manifests, which need none. */
export interface Manifest {
  readonly apiVersion: string | null
  readonly members: readonly ManifestMember[]
}

/** The manifest (`package.xml`) that names these components: types and members sorted, each once. */
export function writeManifest(components: Iterable<ComponentIdentity>, apiVersion: string): Uint8Array {
  return write(components, `    <version>${escapeText(apiVersion)}</version>\n`)
}

/** A destructive manifest: the same without a version, as deletions are written. */
export function writeDestructiveManifest(components: Iterable<ComponentIdentity>): Uint8Array {
  return write(components, '')
}

function write(components: Iterable<ComponentIdentity>, version: string): Uint8Array {
  const byType = new Map<string, Set<string>>()
  for (const { componentType, componentName } of components) {
    const type = manifestType(componentType)
    const members = byType.get(type) ?? new Set()
    byType.set(type, members.add(componentName))
  }
  const types = [...byType.keys()].toSorted(compareText).map((type) => {
    const members = [...(byType.get(type) ?? [])].toSorted(compareText)
    const lines = members.map((member) => `        <members>${escapeText(member)}</members>\n`).join('')
    return `    <types>\n${lines}        <name>${escapeText(type)}</name>\n    </types>\n`
  })
  return encodeUtf8(
    `${xmlDeclaration}<Package xmlns="http://soap.sforce.com/2006/04/metadata">\n${types.join('')}${version}</Package>\n`,
  )
}

/** The type that a manifest names components of a type by: folders stand under what lives in them, `ReportFolder` under `Report`. */
export function manifestType(componentType: string): string {
  return findType(componentType)?.folderContentType ?? componentType
}

/**
 * Reads a manifest, destructive or not; the root's name is not asked for. Types that stand twice are both read, members
 * in file order. Raises `XmlError`.
 */
export function readManifest(content: Uint8Array): Manifest {
  const document = readXml(content)
  const version = document.childNamed(0, 'version')
  const members = document
    .childrenOf(0)
    .filter((element) => document.nameOf(element) === 'types')
    .flatMap((types) => {
      const name = document.childNamed(types, 'name')
      const type = name === null ? '' : textOf(document, name).trim()
      return document
        .childrenOf(types)
        .filter((element) => document.nameOf(element) === 'members')
        .map((element) => ({ type, fullName: textOf(document, element).trim() }))
    })
  return { apiVersion: version === null ? null : textOf(document, version).trim(), members }
}
