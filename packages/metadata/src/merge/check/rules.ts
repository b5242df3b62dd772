import type { ConsistencyRule } from './rule.ts'

/** Fields of managed packages are in the org without being in the file. */
const ownCustom = /^(?:(?!__)\w)+__(?:c|pc)$/u
const notGlobal = /^[A-Za-z]\w*(?:\.|$)/u

/** At most one value of a picklist is its default; `at` is where the field lies. */
function picklistDefaults(at: string): ConsistencyRule[] {
  return [`${at}valueSet/valueSetDefinition/value`, `${at}picklist/picklistValues`].map((entries) => ({
    kind: 'atMostOne',
    entries,
    flag: 'default',
    group: 'parent',
    what: 'default value of a picklist',
  }))
}

function recordTypeDefaults(at: string): ConsistencyRule {
  return {
    kind: 'atMostOne',
    entries: `${at}picklistValues/values`,
    flag: 'default',
    group: 'parent',
    what: 'default value of a picklist in a record type',
  }
}

function implies(
  entries: string,
  key: string,
  flags: Readonly<Record<string, readonly string[]>>,
): ConsistencyRule[] {
  return Object.entries(flags).map(([when, needs]) => ({ kind: 'implies', entries, key, when, needs }))
}

const access: readonly ConsistencyRule[] = [
  ...implies('fieldPermissions', 'field', { editable: ['readable'] }),
  ...implies('objectPermissions', 'object', {
    allowCreate: ['allowRead'],
    allowEdit: ['allowRead'],
    allowDelete: ['allowEdit'],
    viewAllRecords: ['allowRead'],
    modifyAllRecords: ['allowDelete', 'viewAllRecords'],
  }),
]

const flowNames = ['**/name']

/** The rules by root element. */
export const consistencyRules: Readonly<Record<string, readonly ConsistencyRule[]>> = {
  CustomLabels: [{ kind: 'unique', entries: 'labels', key: ['fullName'], ignoresCase: true, what: 'label' }],
  Layout: [
    {
      kind: 'unique',
      entries: 'layoutSections/layoutColumns/layoutItems',
      key: ['field'],
      what: 'field',
    },
    { kind: 'unique', entries: 'relatedLists', key: ['relatedList'], what: 'related list' },
    {
      kind: 'unique',
      entries: 'platformActionList/platformActionListItems',
      key: ['actionType', 'actionName'],
      what: 'action',
    },
    {
      kind: 'count',
      entries: 'layoutSections',
      child: 'layoutColumns',
      limit: { by: 'style', starts: { TwoColumns: 2, OneColumn: 1 } },
      what: 'columns of a section',
    },
  ],
  CustomField: picklistDefaults(''),
  GlobalValueSet: [
    { kind: 'atMostOne', entries: 'customValue', flag: 'default', group: 'file', what: 'default value' },
  ],
  StandardValueSet: [
    { kind: 'atMostOne', entries: 'standardValue', flag: 'default', group: 'file', what: 'default value' },
  ],
  RecordType: [recordTypeDefaults('')],
  CustomObject: [
    ...picklistDefaults('fields/'),
    recordTypeDefaults('recordTypes/'),
    {
      kind: 'refers',
      from: 'compactLayoutAssignment',
      to: ['compactLayouts/fullName'],
      form: /^(?!SYSTEM$)/u,
      what: 'compact layout',
    },
    ...[
      'compactLayouts/fields',
      'fieldSets/displayedFields/field',
      'fieldSets/availableFields/field',
      'listViews/columns',
      'recordTypes/picklistValues/picklist',
    ].map((from): ConsistencyRule => ({
      kind: 'refers',
      from,
      to: ['fields/fullName'],
      form: ownCustom,
      what: 'field',
    })),
    {
      kind: 'refers',
      from: 'recordTypes/businessProcess',
      to: ['businessProcesses/fullName'],
      what: 'business process',
    },
    { kind: 'recordTypeValues' },
  ],
  Profile: [
    ...access,
    {
      kind: 'atMostOne',
      entries: 'recordTypeVisibilities',
      flag: 'default',
      group: { child: 'recordType' },
      what: 'default record type of an object',
    },
    {
      kind: 'oneNeeded',
      entries: 'recordTypeVisibilities',
      flag: 'default',
      when: 'visible',
      group: { child: 'recordType' },
      what: 'default record type of an object',
    },
    {
      kind: 'atMostOne',
      entries: 'applicationVisibilities',
      flag: 'default',
      group: 'file',
      what: 'default app',
    },
  ],
  PermissionSet: access,
  Flow: [
    { kind: 'unique', entries: '*', key: ['name'], ignoresCase: true, what: 'element' },
    { kind: 'refers', from: '**/targetReference', to: flowNames, what: 'element' },
    { kind: 'refers', from: 'startElementReference', to: flowNames, what: 'element' },
    ...['**/elementReference', '**/assignToReference', '**/collectionReference'].map(
      (from): ConsistencyRule => ({
        kind: 'refers',
        from,
        to: flowNames,
        form: notGlobal,
        firstPart: true,
        what: 'element',
      }),
    ),
  ],
  FlexiPage: [
    { kind: 'unique', entries: 'flexiPageRegions', key: ['name'], what: 'region' },
    { kind: 'unique', entries: '**/identifier', key: [], what: 'identifier' },
    {
      kind: 'copies',
      entries: 'flexiPageRegions/itemInstances',
      named: 'componentInstance/componentName',
      unless: 'componentInstance/identifier',
      what: 'component',
    },
    {
      kind: 'copies',
      entries: 'flexiPageRegions/componentInstances',
      named: 'componentName',
      unless: 'identifier',
      what: 'component',
    },
    { kind: 'refers', from: '**/value', to: ['flexiPageRegions/name'], form: /^Facet-/u, what: 'region' },
    {
      kind: 'refers',
      from: 'flexiPageRegions/name',
      to: ['**/value'],
      form: /^Facet-/u,
      what: 'region',
      problem: 'stands on the page, but nothing shows it',
    },
  ],
  Report: [
    {
      kind: 'refers',
      from: 'sortColumn',
      to: ['columns/field', 'groupingsDown/field', 'groupingsAcross/field'],
      what: 'column',
    },
    {
      kind: 'refers',
      from: 'chart/groupingColumn',
      to: ['groupingsDown/field', 'groupingsAcross/field'],
      what: 'grouping',
    },
    { kind: 'unique', entries: '*', key: ['field'], isWarning: true, what: 'column or grouping' },
  ],
  Dashboard: [
    { kind: 'cellsApart', entries: 'dashboardGridLayout/dashboardGridComponents', what: 'components' },
    {
      kind: 'count',
      entries: '**/dashboardComponent',
      child: 'dashboardFilterColumns',
      limit: { sameAs: 'dashboardFilters' },
      what: 'filter columns of a component',
    },
  ],
  PathAssistant: [
    {
      kind: 'count',
      entries: 'pathAssistantSteps',
      child: 'fieldNames',
      limit: { atMost: 5 },
      what: 'fields of a step',
    },
  ],
  CustomApplication: [
    { kind: 'unique', entries: 'tabs', key: [], what: 'tab' },
    { kind: 'refers', from: 'workspaceConfig/mappings/tab', to: ['tabs'], what: 'tab' },
  ],
  Workflow: ['rules/actions/name', 'rules/workflowTimeTriggers/actions/name'].map(
    (from): ConsistencyRule => ({
      kind: 'refers',
      from,
      to: [
        'alerts/fullName',
        'fieldUpdates/fullName',
        'tasks/fullName',
        'outboundMessages/fullName',
        'flowActions/fullName',
        'send/fullName',
        'knowledgePublishes/fullName',
      ],
      what: 'action',
    }),
  ),
}
