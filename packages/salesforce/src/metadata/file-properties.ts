import { childText, type XmlElement } from '../soap/xml.ts'

/** What a list tells about one component or file. Dates as ISO texts; 1970 for some standard components. */
export interface FileProperties {
  type: string
  /** Path without `unpackaged/` in front. */
  fileName: string
  /** Names may be URL-encoded (`Account-Account %28Marketing%29 Layout`). */
  fullName: string
  id: string | null
  namespacePrefix: string | null
  /** `unmanaged`, `installed`, `released`, … */
  manageableState: string | null
  createdById: string | null
  createdByName: string | null
  createdDate: string | null
  lastModifiedById: string | null
  lastModifiedByName: string | null
  lastModifiedDate: string | null
}

/** @param fallbackType for the entries whose type Salesforce leaves nil */
export function readFileProperties(properties: XmlElement, fallbackType: string): FileProperties {
  return {
    type: childText(properties, 'type') ?? fallbackType,
    fileName: childText(properties, 'fileName') ?? '',
    fullName: childText(properties, 'fullName') ?? '',
    id: childText(properties, 'id'),
    namespacePrefix: childText(properties, 'namespacePrefix'),
    manageableState: childText(properties, 'manageableState'),
    createdById: childText(properties, 'createdById'),
    createdByName: childText(properties, 'createdByName'),
    createdDate: childText(properties, 'createdDate'),
    lastModifiedById: childText(properties, 'lastModifiedById'),
    lastModifiedByName: childText(properties, 'lastModifiedByName'),
    lastModifiedDate: childText(properties, 'lastModifiedDate'),
  }
}
