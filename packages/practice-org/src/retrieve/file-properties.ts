import type { OrgState } from '../org-state.ts'
import { findChildType, findType } from '../registry/metadata-types.ts'
import type { ComponentRecord } from '../store/component-record.ts'

/**
 * What listMetadata and retrieve say about a component, in the order in which the service
 * writes the fields. Dates are ISO texts in UTC.
 */
export interface FileProperties {
  createdById: string
  createdByName: string
  createdDate: string
  /** Path with `unpackaged/` in a retrieve, without any prefix in listMetadata. */
  fileName: string
  fullName: string
  id: string
  lastModifiedById: string
  lastModifiedByName: string
  lastModifiedDate: string
  /** `unmanaged` for the org's own components, `installed` for those of a package. */
  manageableState: string
  namespacePrefix?: string
  type: string
}

/** Describes a component; `prefix` is what stands before its path (`unpackaged/` in a retrieve). */
export function fileProperties(org: OrgState, record: ComponentRecord, prefix: string): FileProperties {
  return {
    createdById: record.createdById,
    createdByName: org.userName(record.createdById),
    createdDate: record.createdDate,
    fileName: prefix + mainFileOf(org, record),
    fullName: record.fullName,
    id: record.id,
    lastModifiedById: record.lastModifiedById,
    lastModifiedByName: org.userName(record.lastModifiedById),
    lastModifiedDate: record.lastModifiedDate,
    manageableState: record.manageableState ?? 'unmanaged',
    ...(record.namespacePrefix === undefined ? {} : { namespacePrefix: record.namespacePrefix }),
    type: record.type,
  }
}

/**
 * The file that stands for a component: its content file, its bundle folder, or its parent's
 * file. Empty when there is none.
 */
export function mainFileOf(org: OrgState, record: ComponentRecord): string {
  const child = findChildType(record.type)
  if (child && record.parent !== undefined) {
    const parentName = record.parent.slice(record.parent.indexOf('/') + 1)
    return org.store.find(child.parent.name, parentName)?.files[0] ?? ''
  }
  const type = findType(record.type)
  if (type?.shape === 'bundle') return `${type.directory}/${record.fullName}`
  return record.files.find((path) => !path.endsWith('-meta.xml')) ?? record.files[0] ?? ''
}
