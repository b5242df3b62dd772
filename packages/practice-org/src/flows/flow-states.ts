import type { FlowVersion } from '../store/component-record.ts'
import { canonicalise } from '../xml/canonical.ts'
import { branch, leaf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { writeXml } from '../xml/write.ts'

/** The number of the active version; 0 when none is active, as FlowDefinition files write it. */
export function activeNumber(versions: readonly FlowVersion[]): number {
  return versions.find((version) => version.status === 'Active')?.number ?? 0
}

/** The same versions with this one active (0: none); a version that was active becomes obsolete. */
export function withActive(versions: readonly FlowVersion[], active: number): FlowVersion[] {
  return versions.map((version) => {
    if (version.number === active) return { ...version, status: 'Active' }
    return version.status === 'Active' ? { ...version, status: 'Obsolete' } : version
  })
}

/** A flow file with another status. */
export function withStatus(document: XmlElement, status: string): XmlElement {
  const others = document.children.filter((child) => child.name !== 'status')
  return canonicalise({ ...document, children: [...others, leaf('status', status)] })
}

/** The FlowDefinition file for these versions. */
export function definitionOf(versions: readonly FlowVersion[]): Buffer {
  const active = activeNumber(versions)
  const children = active === 0 ? [] : [leaf('activeVersionNumber', String(active))]
  return Buffer.from(writeXml(canonicalise(branch('FlowDefinition', children))))
}
