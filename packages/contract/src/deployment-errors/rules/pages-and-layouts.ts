import type { ErrorRule } from '../error-rule.ts'

/** What layouts, Lightning pages and web components must not be. */
export const pageRules: readonly ErrorRule[] = [
  {
    id: 'layout-required-field',
    pattern: /Layout must contain an item for required layout field: (?<name>\S+)/i,
    title: 'A layout lacks the required field {name}',
    meaning: 'Layouts have to show fields that records cannot be saved without.',
    wayOut: 'Add the field to the layout.',
  },
  {
    id: 'layout-field-behaviour',
    pattern: /Field:\s*(?<name>\S+) must (?:not )?be (?<how>Required|Readonly|Editable)/i,
    title: 'A layout shows {name} in a way that is not allowed',
    meaning: 'Whether the field is required, read-only or editable on a layout follows from the field.',
    wayOut: 'Set the behaviour of the field in the layout to {how}, or as the message says.',
  },
  {
    id: 'layout-no-section',
    pattern: /Layout must have at least 1 section/i,
    title: 'A layout has no section',
    meaning: 'The file of the layout lost its content, as by a wrong merge.',
    wayOut: 'Restore the layout from an earlier commit.',
  },
  {
    id: 'only-layout',
    pattern: /Cannot delete the only layout/i,
    title: 'The only layout of an object cannot be deleted',
    meaning: 'Every object has at least one layout.',
    wayOut: 'Keep the layout, or bring another one for the object first.',
  },
  {
    id: 'page-component-property',
    pattern: /Invalid property \[(?<name>[^\]]+)\] in component \[(?<component>[^\]]+)\]/i,
    title: 'The component {component} has no property {name}',
    meaning: 'A Lightning page sets a property that the component does not have in the release of this org.',
    wayOut: 'Remove the property from the page, or bring the newer component along.',
  },
  {
    id: 'property-version',
    pattern: /Property '(?<name>\w+)' not valid in version (?<version>[\d.]+)/i,
    title: 'The element {name} does not fit API version {version}',
    meaning: 'The file was written with another API version than the one that it is deployed with.',
    wayOut:
      'Flow in from the org again so that the branch has files of one API version, or change the environment’s version.',
  },
  {
    id: 'parent-failed',
    pattern: /Parent entity failed to deploy/i,
    title: 'The object of this component failed',
    meaning: 'The component is not wrong itself. It belongs to an object that could not be deployed.',
    wayOut: 'Look for the error of the object.',
    missing: 'CustomObject {parent}',
  },
  {
    id: 'duplicate-record',
    pattern: /duplicate value found: (?<name>\S+) duplicates value on record/i,
    title: 'Something of this name exists in the org already',
    meaning: 'The org has another component or record with the same unique name or value.',
    wayOut:
      'Rename or delete the one in the org, or deploy under its exact name. In a test, create data with unique values.',
  },
  {
    id: 'web-component-compile',
    pattern: /\bLWC\d{4}\b/i,
    title: 'A Lightning web component does not compile',
    meaning: 'The compiler cannot read the template or the module at the place that the message names.',
    wayOut: 'Correct the file at that line.',
  },
]
