import type { ErrorRule } from '../error-rule.ts'

/** References to components that the org does not have and the deployment does not bring. */
export const missingReferences: readonly ErrorRule[] = [
  {
    id: 'missing-field',
    pattern: /no CustomField named (?<name>\S+) found/i,
    title: 'The field {name} is missing',
    meaning: 'Something refers to this field, which is neither in the org nor part of what was deployed.',
    wayOut: 'Bring the field along, or remove the reference if the field was renamed or deleted.',
    missing: 'CustomField {name}',
  },
  {
    id: 'missing-object',
    pattern: /no CustomObject named (?<name>\S+) found/i,
    title: 'The object {name} is missing',
    meaning: 'Something refers to this object, which is neither in the org nor part of what was deployed.',
    wayOut: 'Bring the object along. For an object of a package, install the package in the org first.',
    missing: 'CustomObject {name}',
  },
  {
    id: 'missing-record-type',
    pattern: /no RecordType named (?<name>\S+) found/i,
    title: 'The record type {name} is missing',
    meaning:
      'Something refers to this record type, which is neither in the org nor part of what was deployed.',
    wayOut:
      'Bring the record type along, or remove the reference from profiles, permission sets, pages and actions.',
    missing: 'RecordType {name}',
  },
  {
    id: 'missing-email-template',
    pattern: /no EmailTemplate named (?<name>.+?) found/i,
    title: 'The email template {name} is missing',
    meaning: 'An alert, action or site uses this template, which the org does not have in that folder.',
    wayOut:
      'Bring the template and its folder along. Templates of unfiled$public have to be made in the org by hand.',
    missing: 'EmailTemplate {name}',
  },
  {
    id: 'missing-user',
    pattern: /no User named (?<name>\S+?)(?: found|$)/i,
    title: 'The user {name} does not exist in the org',
    meaning: 'A file names a user by its username. Usernames differ from org to org.',
    wayOut:
      'Name a role, group or queue instead of a person, or leave the entry out of the branch of this environment.',
  },
  {
    id: 'missing-quick-action',
    pattern: /no QuickAction named (?<name>\S+) found/i,
    title: 'The quick action {name} is missing',
    meaning:
      'A layout or page lists an action that the org does not have. Some standard actions belong to features.',
    wayOut: 'Bring the action along, switch its feature on in the org, or remove it from the layout.',
    missing: 'QuickAction {name}',
  },
  {
    id: 'missing-tab',
    pattern: /no CustomTab named (?<name>\S+) found/i,
    title: 'The tab {name} is missing',
    meaning: 'An app, profile or permission set shows a tab that the org does not have.',
    wayOut: 'Bring the tab along with the page or object that it opens, or remove it from the app.',
    missing: 'CustomTab {name}',
  },
  {
    id: 'missing-lightning-page',
    pattern: /no FlexiPage named (?<name>\S+) found/i,
    title: 'The Lightning page {name} is missing',
    meaning:
      'A tab, app or object uses this page, which the org does not have. Often the page failed itself.',
    wayOut: 'Look for the error of the page first and bring it along.',
    missing: 'FlexiPage {name}',
  },
  {
    id: 'missing-apex-class',
    pattern: /no ApexClass named (?<name>\S+) found/i,
    title: 'The class {name} is missing',
    meaning:
      'A profile, permission set or other file names a class that the org does not have. Often the class failed itself.',
    wayOut: 'Look for the error of the class first. If the class was deleted, remove its access entries too.',
    missing: 'ApexClass {name}',
  },
  {
    id: 'missing-apex-page',
    pattern: /no ApexPage named (?<name>\S+) found/i,
    title: 'The Visualforce page {name} is missing',
    meaning: 'Something refers to this page, which is neither in the org nor part of what was deployed.',
    wayOut: 'Bring the page along, or remove the reference.',
    missing: 'ApexPage {name}',
  },
  {
    id: 'missing-group',
    pattern: /no (?:Queue|Group) named (?<name>.+?) found/i,
    title: 'The queue or group {name} is missing',
    meaning:
      'A rule, list or folder is shared with or assigned to a queue or public group that the org does not have.',
    wayOut: 'Bring the queue or group along before what uses it.',
  },
  {
    id: 'missing-role',
    pattern: /no Role named (?<name>.+?) found|sharedTo not allowed:\s*role - (?<role>[^(]+)/i,
    title: 'A role that something is shared with is missing',
    meaning: 'A sharing rule or folder names a role that the org does not have.',
    wayOut: 'Bring the role along, or share with a group that every org has.',
  },
  {
    id: 'missing-lightning-component',
    pattern: /no (?:COMPONENT|MODULE|EVENT|INTERFACE) named markup:\/\/(?<name>\S+) found/i,
    title: 'The Lightning component {name} is missing',
    meaning: 'A component uses another one that the org does not have. Often the other one failed itself.',
    wayOut: 'Look for the error of the component that is used and bring both along.',
  },
  {
    id: 'missing-component',
    pattern: /no (?<type>\w+) named (?<name>[^:].*?) found/i,
    title: '{type} {name} is missing',
    meaning: 'Something refers to this component, which is neither in the org nor part of what was deployed.',
    wayOut: 'Bring the component along, or remove the reference.',
    missing: '{type} {name}',
  },
  {
    id: 'missing-entity',
    pattern: /Entity of type '(?<type>\w+)' named '(?<name>[^']+)' cannot be found/i,
    title: '{type} {name} is missing',
    meaning: 'The component is not in the org under this name and was not part of what was deployed.',
    wayOut: 'Bring it along, or remove it from what refers to it.',
    missing: '{type} {name}',
  },
  {
    id: 'missing-related-list-field',
    pattern: /Invalid field:\s*(?<name>\S+) in related list:\s*(?<list>\S+)/i,
    title: 'The related list {list} has no column {name}',
    meaning: 'A layout shows a column in a related list that the org does not offer there.',
    wayOut:
      'Remove the column from the related list of the layout, or switch on the feature that it belongs to.',
  },
  {
    id: 'missing-related-list',
    pattern: /Cannot find related list:\s*(?<name>\S+)/i,
    title: 'The related list {name} is missing',
    meaning: 'A layout has a related list whose lookup field or feature the org does not have.',
    wayOut: 'Bring the lookup field along, or remove the related list from the layout.',
  },
  {
    id: 'missing-folder',
    pattern: /Cannot find folder:\s*(?<name>[^\n]+)/i,
    title: 'The folder {name} is missing',
    meaning: 'Reports, dashboards, documents and email templates lie in folders, which have to exist first.',
    wayOut:
      'Bring the folder itself along: track it in .sluiceinclude and flow it in from the org that has it.',
  },
  {
    id: 'missing-picklist-value',
    pattern: /Picklist value: (?<name>.+?) in picklist: (?<picklist>.+?) not found/i,
    title: 'The picklist {picklist} has no value {name}',
    meaning:
      'A record type or dependency lists a value that the field in the org does not have or has switched off.',
    wayOut: 'Bring the field with the value along, or remove the value from the record type.',
  },
  {
    id: 'missing-page-component',
    pattern:
      /couldn't retrieve the design time component information for component (?<name>\S+?)\.?(?:\s|$)/i,
    title: 'A Lightning page uses {name}, which the org cannot show',
    meaning: 'The component of the page is missing in the org, failed itself, or is not exposed for pages.',
    wayOut:
      'Look for the error of the component first. It has to be exposed for the kind of page that uses it.',
  },
  {
    id: 'missing-action-class',
    pattern: /Unable to find Apex action class referenced as '(?<name>[^']+)'/i,
    title: 'The class {name} is missing',
    meaning:
      'A Lightning component calls methods of a class that the org does not have. Often the class failed itself.',
    wayOut: 'Look for the error of the class first and bring it along.',
    missing: 'ApexClass {name}',
  },
  {
    id: 'invalid-override',
    pattern: /(?<name>\S+) does not exist or is not a valid override for action (?<action>\w+)/i,
    title: '{name} cannot override the action {action}',
    meaning: 'An object or app opens a page for this action that is missing in the org or of another kind.',
    wayOut: 'Look for the error of the page first and bring it along, or remove the override.',
  },
  {
    id: 'missing-flow-action',
    pattern: /can't find an action with the name and action type that you specified/i,
    title: 'A flow calls an action that is missing',
    meaning:
      'The flow calls an Apex action, alert, quick action or subflow that the org does not have under that name.',
    wayOut:
      'Bring along what the flow calls. Open the flow in Flow Builder of the org to see which element it is.',
  },
  {
    id: 'invalid-reference',
    pattern: /INVALID_CROSS_REFERENCE_KEY|invalid cross reference id/i,
    title: 'A reference leads nowhere',
    meaning: 'The component refers by its id or name to a record or component that the org does not have.',
    wayOut: 'Look for ids of 15 or 18 characters in the file: they belong to one org. Refer by name instead.',
  },
]
