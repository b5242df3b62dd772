import type { Manifest } from '../deploy/manifest.ts'
import { isRecord } from '../http/request.ts'
import type { OrgState } from '../org-state.ts'

/**
 * What a package of this org holds, from the records of its packages; undefined when there is
 * no such package, which is a message of the retrieve and no error.
 */
export function packageManifest(org: OrgState, name: string): Manifest | undefined {
  const found = org.records.all('PackageDefinition').find((record) => record.Name === name)
  if (!found || !isRecord(found.Members)) return undefined
  const members = new Map<string, Set<string>>()
  for (const [type, names] of Object.entries(found.Members))
    if (Array.isArray(names)) members.set(type, new Set(names.map(String)))
  return { members }
}
