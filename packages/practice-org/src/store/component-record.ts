/** What the org knows about one component besides its content. Dates are ISO texts in UTC with milliseconds. */
export interface ComponentRecord {
  type: string
  /** As the Metadata API spells it: `Account.Tier__c`, `Folder/Report`, percent escapes kept. */
  fullName: string
  id: string
  /** Paths in the metadata tree. A nested component has none: it lives in its parent's file. */
  files: string[]
  /** `Type/FullName` of the component whose file holds this one. */
  parent?: string
  createdById: string
  createdDate: string
  lastModifiedById: string
  lastModifiedDate: string
  /** Set for components of an installed package, as is `manageableState`. */
  namespacePrefix?: string
  manageableState?: string
  /** The versions of a flow, oldest first, in orgs that keep them. */
  versions?: FlowVersion[]
}

/** One version of a flow: its number in this org, and Active, Draft, Obsolete or InvalidDraft. */
export interface FlowVersion {
  number: number
  status: string
}

/** The key of a component in the index: `Type/FullName`. Letter case matters. */
export function keyOf(type: string, fullName: string): string {
  return `${type}/${fullName}`
}

/** The name of a component without the names of what holds it: `Account.Tier__c` gives `Tier__c`. */
export function ownName(record: { fullName: string; parent?: string }): string {
  return record.parent === undefined
    ? record.fullName
    : record.fullName.slice(record.fullName.indexOf('.') + 1)
}
