import type { Manifest } from '../deploy/manifest.ts'
import { isRecord } from '../http/request.ts'
import type { OrgState } from '../org-state.ts'
import { installedPackages } from '../query/installed-packages.ts'
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

/** The components that bear the namespace of an installed package, or its prefix in their names. */
function installedManifest(org: OrgState, name: string): Manifest | undefined {
  const found = installedPackages(org).find(
    ({ SubscriberPackage: { Name, NamespacePrefix } }) => Name === name || NamespacePrefix === name,
  )
  if (!found) return undefined
  const namespace = found.SubscriberPackage.NamespacePrefix
  const members = new Map<string, Set<string>>()
  for (const { name: type } of metadataTypes) {
    const packaged = org.store
      .list(type)
      .filter(
        (record) =>
          record.namespacePrefix === namespace || new RegExp(`(^|[.-])${namespace}__`).test(record.fullName),
      )
    if (packaged.length > 0) members.set(type, new Set(packaged.map((record) => record.fullName)))
  }
  return { members }
}
