/**
 * Which component decides about an entry of a file that comes back only with the entries of what the same request asks
 * for: the child that names it, and its type. Sources: the Metadata API guide's remarks on retrieving profiles
 * and translations, and the element types of the published schema.
 */
export interface EntryOwner {
  readonly part: string
  readonly type: string
  /**
   * How the component's full name follows from the text: as written; the text before the first hyphen; or below the
   * object that the file is about (`Account.X`, `Account-X`).
   */
  readonly naming: 'asWritten' | 'beforeHyphen' | 'dottedBelowObject' | 'hyphenatedBelowObject'
}

/** What is known about the files of one type: elements that are the file's own, and entries that others decide about. */
export interface DependentType {
  readonly own: ReadonlySet<string>
  readonly entries: Readonly<Record<string, EntryOwner>>
}

const named = (part: string, type: string): EntryOwner => ({ part, type, naming: 'asWritten' })
const inObject = (type: string): EntryOwner => ({ part: 'name', type, naming: 'dottedBelowObject' })

const access: DependentType['entries'] = {
  applicationVisibilities: named('application', 'CustomApplication'),
  categoryGroupVisibilities: named('dataCategoryGroup', 'DataCategoryGroup'),
  classAccesses: named('apexClass', 'ApexClass'),
  customMetadataTypeAccesses: named('name', 'CustomObject'),
  customPermissions: named('name', 'CustomPermission'),
  customSettingAccesses: named('name', 'CustomObject'),
  externalCredentialPrincipalAccesses: {
    part: 'externalCredentialPrincipal',
    type: 'ExternalCredential',
    naming: 'beforeHyphen',
  },
  externalDataSourceAccesses: named('externalDataSource', 'ExternalDataSource'),
  fieldPermissions: named('field', 'CustomField'),
  flowAccesses: named('flow', 'Flow'),
  layoutAssignments: named('layout', 'Layout'),
  objectPermissions: named('object', 'CustomObject'),
  pageAccesses: named('apexPage', 'ApexPage'),
  profileActionOverrides: named('pageOrSobjectType', 'CustomObject'),
  recordTypeVisibilities: named('recordType', 'RecordType'),
  servicePresenceStatusAccesses: named('servicePresenceStatus', 'ServicePresenceStatus'),
  tabSettings: named('tab', 'CustomTab'),
  tabVisibilities: named('tab', 'CustomTab'),
}

/** By metadata type. A type that is not here comes back whole, as permission sets do from API version 40.0 on. */
export const dependentTypes: Readonly<Record<string, DependentType>> = {
  Profile: {
    own: new Set(['custom', 'description', 'fullName', 'license', 'loginFlows', 'loginHours', 'loginIpRanges', 'userLicense', 'userPermissions']),
    entries: access,
  },
  CustomObjectTranslation: {
    own: new Set(['caseValues', 'fullName', 'gender', 'nameFieldLabel', 'startsWith']),
    entries: {
      fieldSets: inObject('FieldSet'),
      fields: inObject('CustomField'),
      layouts: { part: 'layout', type: 'Layout', naming: 'hyphenatedBelowObject' },
      quickActions: inObject('QuickAction'),
      recordTypes: inObject('RecordType'),
      sharingReasons: inObject('SharingReason'),
      standardFields: inObject('CustomField'),
      validationRules: inObject('ValidationRule'),
      webLinks: inObject('WebLink'),
      workflowTasks: inObject('WorkflowTask'),
    },
  },
  Translations: {
    own: new Set(['fullName']),
    entries: {
      bots: named('fullName', 'Bot'),
      customApplications: named('name', 'CustomApplication'),
      customLabels: named('name', 'CustomLabel'),
      customPageWebLinks: named('name', 'CustomPageWebLink'),
      customTabs: named('name', 'CustomTab'),
      flowDefinitions: named('fullName', 'Flow'),
      globalPicklists: named('name', 'GlobalValueSet'),
      prompts: named('name', 'Prompt'),
      quickActions: named('name', 'QuickAction'),
      reportTypes: named('name', 'ReportType'),
      scontrols: named('name', 'Scontrol'),
    },
  },
} // prettier-ignore
