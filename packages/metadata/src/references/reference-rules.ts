import type { ReferenceRule } from './reference-rule.ts'

import { childTypesOf } from '../registry.ts'
import { approvalActions, milestoneActions } from './action-reference-rules.ts'
import { fieldOf, ownField } from './field-rules.ts'
import { flowRules } from './flow-reference-rules.ts'
import { ownObjectRules, rulesInsideObjects } from './object-reference-rules.ts'

const field = ['CustomField']
const pages = ['ApexPage', 'FlexiPage']
const bundles = ['LightningComponentBundle', 'AuraDefinitionBundle']
/** A field of an object named before it, in either spelling of reports: `Car__c.Doors__c`, `Car__c$Doors__c`. */
const fullField = /^\w+[.$]\w+__(?:c|pc)$/u

/** An entry whose child of this name is the full name of a component. */
const names = (entries: string, name: string, ...to: string[]): ReferenceRule => ({ entries, name, to })

/** Permission sets, and profiles as far as they are alike. */
const access: readonly ReferenceRule[] = [
  names('fieldPermissions', 'field', 'CustomField'),
  names('objectPermissions', 'object', 'CustomObject'),
  names('recordTypeVisibilities', 'recordType', 'RecordType'),
  names('classAccesses', 'apexClass', 'ApexClass'),
  names('pageAccesses', 'apexPage', 'ApexPage'),
  names('applicationVisibilities', 'application', 'CustomApplication'),
  names('customPermissions', 'name', 'CustomPermission'),
  names('flowAccesses', 'flow', 'Flow'),
  names('customMetadataTypeAccesses', 'name', 'CustomObject'),
  names('customSettingAccesses', 'name', 'CustomObject'),
  names('externalDataSourceAccesses', 'externalDataSource', 'ExternalDataSource'),
  names('tabSettings', 'tab', 'CustomTab'),
  names('tabVisibilities', 'tab', 'CustomTab'),
]

const reportLists = ['columns', 'groupingsDown', 'groupingsAcross', 'filter/criteriaItems']
const template = (entries: string, name: string): ReferenceRule => names(entries, name, 'EmailTemplate')
const ofFile = (entries: string, name: string, ...to: string[]): ReferenceRule => ({
  entries,
  name,
  to,
  object: 'ofFile',
})

/**
 * The rules by root element, from the Metadata API guide's description of each field. Only names that a deployment
 * refuses when nothing bears them.
 */
const rulesByRoot: Readonly<Record<string, readonly ReferenceRule[]>> = {
  ...rulesInsideObjects,
  CustomObject: [...ownObjectRules, ...childrenInside('CustomObject')],
  Profile: [
    ...access,
    names('layoutAssignments', 'layout', 'Layout'),
    names('layoutAssignments', 'recordType', 'RecordType'),
  ],
  PermissionSet: access,
  MutingPermissionSet: access,
  PermissionSetGroup: [
    names('permissionSets', '', 'PermissionSet'),
    names('mutingPermissionSets', '', 'MutingPermissionSet'),
  ],
  Layout: [
    ownField('layoutSections/layoutColumns/layoutItems', 'field'),
    ofFile('layoutSections/layoutColumns/layoutItems', 'customLink', 'WebLink'),
    names('layoutSections/layoutColumns/layoutItems', 'page', 'ApexPage'),
    names('relatedLists', 'relatedList', 'CustomField'),
    names('platformActionList/platformActionListItems', 'actionName', 'QuickAction'),
    names('quickActionList/quickActionListItems', 'quickActionName', 'QuickAction'),
    ofFile('customButtons', '', 'WebLink'),
  ],
  QuickAction: [
    names('targetObject', '', 'CustomObject'),
    names('page', '', 'ApexPage'),
    names('lightningComponent', '', 'AuraDefinitionBundle'),
    names('lightningWebComponent', '', 'LightningComponentBundle'),
    names('flowDefinition', '', 'Flow'),
    fieldOf('targetObject', 'quickActionLayout/quickActionLayoutColumns/quickActionLayoutItems', 'field'),
    fieldOf('targetObject', 'fieldOverrides', 'field'),
  ],
  FlexiPage: [
    names('sobjectType', '', 'CustomObject'),
    {
      entries: 'flexiPageRegions/itemInstances/fieldInstance',
      name: 'fieldItem',
      to: field,
      object: { child: 'sobjectType' },
      form: /^Record\.(\w+__c)$/u,
    },
    ...['flexiPageRegions/itemInstances/componentInstance', 'flexiPageRegions/componentInstances'].map(
      (entries): ReferenceRule => ({
        entries,
        name: 'componentName',
        to: bundles,
        form: /^(?:c:)?(\w+)$/u,
      }),
    ),
  ],
  CustomTab: [
    names('page', '', 'ApexPage'),
    names('flexiPage', '', 'FlexiPage'),
    names('auraComponent', '', 'AuraDefinitionBundle'),
    names('lwcComponent', '', 'LightningComponentBundle'),
  ],
  CustomApplication: [
    names('tabs', '', 'CustomTab'),
    names('tab', '', 'CustomTab'),
    names('utilityBar', '', 'FlexiPage'),
    names('actionOverrides', 'content', ...pages),
    names('profileActionOverrides', 'content', ...pages),
    names('profileActionOverrides', 'recordType', 'RecordType'),
    names('profileActionOverrides', 'profile', 'Profile'),
  ],
  Flow: flowRules,
  Workflow: [
    ownField('fieldUpdates', 'field'),
    ownField('alerts/recipients', 'field'),
    names('rules/criteriaItems', 'field', 'CustomField'),
    { entries: 'rules/formula', name: '', to: field, object: 'ofFile', isFormula: true },
    { entries: 'fieldUpdates/formula', name: '', to: field, object: 'ofFile', isFormula: true },
    ownField('outboundMessages/fields', ''),
    template('alerts', 'template'),
  ],
  SharingRules: [
    ownField('sharingCriteriaRules/criteriaItems', 'field'),
    ...[
      'sharingCriteriaRules/sharedTo',
      'sharingOwnerRules/sharedTo',
      'sharingOwnerRules/sharedFrom',
    ].flatMap((entries) => [names(entries, 'group', 'Group'), names(entries, 'role', 'Role')]),
  ],
  MatchingRules: [ownField('matchingRules/matchingRuleItems', 'fieldName')],
  AssignmentRules: [
    names('assignmentRule/ruleEntry/criteriaItems', 'field', 'CustomField'),
    template('assignmentRule/ruleEntry', 'template'),
  ],
  ApprovalProcess: [
    names('entryCriteria/criteriaItems', 'field', 'CustomField'),
    names('approvalStep/entryCriteria/criteriaItems', 'field', 'CustomField'),
    template('emailTemplate', ''),
    ...approvalActions,
  ],
  EntitlementProcess: milestoneActions,
  Queue: [names('queueSobject', 'sobjectType', 'CustomObject')],
  PathAssistant: [
    fieldOf('entityName', 'pathAssistantSteps/fieldNames', ''),
    { entries: 'recordTypeName', name: '', to: ['RecordType'], object: { child: 'entityName' } },
  ],
  Report: reportLists.map((entries): ReferenceRule => ({
    entries,
    name: entries.endsWith('criteriaItems') ? 'column' : 'field',
    to: field,
    form: fullField,
  })),
  ReportType: [names('baseObject', '', 'CustomObject'), fieldOf('table', 'sections/columns', 'field')],
  Dashboard: [names('dashboardGridLayout/dashboardGridComponents/dashboardComponent', 'report', 'Report')],
  Translations: [
    names('customLabels', 'name', 'CustomLabel'),
    names('customApplications', 'name', 'CustomApplication'),
    names('customTabs', 'name', 'CustomTab'),
  ],
  CustomObjectTranslation: [
    ownField('fields', 'name'),
    ofFile('recordTypes', 'name', 'RecordType'),
    ofFile('validationRules', 'name', 'ValidationRule'),
    ofFile('webLinks', 'name', 'WebLink'),
  ],
}

/** The same rules where a composite's file holds its children. */
function childrenInside(composite: string): ReferenceRule[] {
  return childTypesOf(composite).flatMap((child) =>
    (rulesInsideObjects[child.name] ?? [])
      .filter((rule) => rule.isCheckedInComposite !== true)
      .map((rule) => ({ ...rule, entries: `${child.element}/${rule.entries}` })),
  )
}

/** Where files with this root name other components; none for unknown roots. */
export function referenceRulesOf(rootName: string): readonly ReferenceRule[] {
  return (Object.hasOwn(rulesByRoot, rootName) ? rulesByRoot[rootName] : undefined) ?? []
}
