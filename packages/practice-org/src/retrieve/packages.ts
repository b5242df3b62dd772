import type { Manifest } from '../deploy/manifest.ts'
import { isRecord } from '../http/request.ts'
import type { OrgState } from '../org-state.ts'
import { metadataTypes } from '../registry/metadata-types.ts'

/**
 * What a package holds: one that this org defines, or an installed one, by its name or its
 * namespace. Undefined when there is no such package, which is a message of the retrieve and
 * no error.
 */
export function packageManifest(org: OrgState, name: string): Manifest | undefined {
  const found = org.records.all('PackageDefinition').find((record) => record.Name === name)
  if (!found || !isRecord(found.Members)) return installedManifest(org, name)
  const members = new Map<string, Set<string>>()
  for (const [type, names] of Object.entries(found.Members))
    if (Array.isArray(names)) members.set(type, new Set(names.map(String)))
  return { members }
}

/** The components that bear the namespace of an installed package. */
function installedManifest(org: OrgState, name: string): Manifest | undefined {
  const namespace = namespaceOf(org, name)
  if (!org.store.find('InstalledPackage', namespace)) return undefined
  const members = new Map<string, Set<string>>()
  for (const { name: type } of metadataTypes) {
    const packaged = org.store.list(type).filter((record) => record.namespacePrefix === namespace)
    if (packaged.length > 0) members.set(type, new Set(packaged.map((record) => record.fullName)))
  }
  return { members }
}

function namespaceOf(org: OrgState, name: string): string {
  for (const { SubscriberPackage } of org.records.all('InstalledSubscriberPackage')) {
    if (isRecord(SubscriberPackage) && SubscriberPackage.Name === name)
      return String(SubscriberPackage.NamespacePrefix)
  }
  return name
}
