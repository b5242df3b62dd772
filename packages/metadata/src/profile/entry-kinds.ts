/** A child whose text tells entries of a list apart; of a layout's name only the object before the first hyphen counts. */
export interface KeyPart {
  readonly part: string
  readonly isBeforeHyphen?: boolean
}

/** How the entries of one list of a profile are told apart, and what a deployment can do about one that has gone (decision 5). */
export interface EntryKind {
  /** Empty where the elements of the name are deployed together: a single value, or a list that is replaced whole. */
  readonly key: readonly KeyPart[]
  /**
   * The texts of the parts of an entry that gives nothing: deploying it takes away what the entry gave. `unsupported`: no entry
   * says that. `notNeeded`: the element says what the profile is, not what it gives.
   */
  readonly nothing: Readonly<Record<string, string>> | 'unsupported' | 'notNeeded'
  /** The same for parts that stand in an entry only in some orgs or versions. */
  readonly optional?: Readonly<Record<string, string>>
  /** True for entries that the service leaves out of a retrieve while they give nothing. */
  readonly isOmittedWithNothing?: boolean
}

const no = 'false'
const switched = (part: string): EntryKind => ({ key: [{ part }], nothing: { enabled: no } })
const single = (nothing: EntryKind['nothing']): EntryKind => ({ key: [], nothing })

/**
 * The lists of a profile. Source: the Metadata API guide's page on Profile: its fields, that a deployment overlays the profile of
 * the org, that user permissions which are not enabled are not retrieved, and that an empty `loginHours` ends a restriction.
 * Nothing there takes a layout, a range of addresses, a login flow or an override of an action away.
 */
const entryKinds: Readonly<Record<string, EntryKind>> = {
  agentAccesses: switched('agentName'),
  applicationVisibilities: { key: [{ part: 'application' }], nothing: { default: no, visible: no } },
  categoryGroupVisibilities: { key: [{ part: 'dataCategoryGroup' }], nothing: { visibility: 'NONE' } },
  classAccesses: switched('apexClass'),
  custom: single('notNeeded'),
  customMetadataTypeAccesses: switched('name'),
  customPermissions: switched('name'),
  customSettingAccesses: switched('name'),
  description: single('unsupported'),
  externalCredentialPrincipalAccesses: switched('externalCredentialPrincipal'),
  externalDataSourceAccesses: switched('externalDataSource'),
  fieldPermissions: { key: [{ part: 'field' }], nothing: { editable: no, readable: no } },
  flowAccesses: switched('flow'),
  fullName: single('notNeeded'),
  layoutAssignments: {
    key: [{ part: 'layout', isBeforeHyphen: true }, { part: 'recordType' }],
    nothing: 'unsupported',
  },
  license: single('notNeeded'),
  loginFlows: single('unsupported'),
  loginHours: single({}),
  loginIpRanges: single('unsupported'),
  objectPermissions: {
    key: [{ part: 'object' }],
    nothing: {
      allowCreate: no,
      allowDelete: no,
      allowEdit: no,
      allowRead: no,
      modifyAllRecords: no,
      viewAllRecords: no,
    },
    optional: { viewAllFields: no },
  },
  pageAccesses: switched('apexPage'),
  profileActionOverrides: single('unsupported'),
  recordTypeVisibilities: {
    key: [{ part: 'recordType' }],
    nothing: { default: no, visible: no },
    optional: { personAccountDefault: no },
  },
  servicePresenceStatusAccesses: switched('servicePresenceStatus'),
  tabVisibilities: { key: [{ part: 'tab' }], nothing: { visibility: 'Hidden' } },
  userLicense: single('notNeeded'),
  userPermissions: { key: [{ part: 'name' }], nothing: { enabled: no }, isOmittedWithNothing: true },
}

/** The kind of the entries of a list. Lists that are not known are deployed whole, and no deployment revokes them. */
export function entryKindOf(list: string): EntryKind {
  return Object.hasOwn(entryKinds, list) ? (entryKinds[list] ?? unknownKind) : unknownKind
}

const unknownKind = single('unsupported')
