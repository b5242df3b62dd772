import type { ErrorRule } from '../error-rule.ts'

/** What fields, objects and formulas must not be. */
export const fieldRules: readonly ErrorRule[] = [
  {
    id: 'field-type-existing-data',
    pattern: /Cannot change type due to existing data/i,
    title: 'The type of a field cannot change because it holds data',
    meaning: 'Salesforce does not convert the values that records of this org have in the field.',
    wayOut: 'Change the type by hand in Setup, or make a new field and move the data.',
  },
  {
    id: 'field-lookup-to-master-check-only',
    pattern: /Test only deployment cannot update a field from a Lookup to MasterDetail/i,
    title: 'A lookup that becomes master-detail cannot be validated',
    meaning:
      'Salesforce makes this change only in a real deployment, and only when every record has a parent.',
    wayOut: 'Leave the field out of the check-only flow out, or deploy it without a check first.',
  },
  {
    id: 'field-type-change',
    pattern: /Cannot update a field (?:type )?from an? (?<from>.+?) to (?:an? )?(?<to>[^.(]+)/i,
    title: 'A field of type {from} cannot become {to}',
    meaning: 'Salesforce does not change a field between these types by a deployment.',
    wayOut:
      'Delete the field in the org and deploy the new one, or give the new field another name and move the data.',
  },
  {
    id: 'field-global-value-set',
    pattern: /Cannot change which global value set this picklist uses/i,
    title: 'A picklist cannot change to another set of values',
    meaning:
      'A picklist with values of its own, or with a global value set, keeps it for ever through the Metadata API.',
    wayOut: 'Change it by hand in Setup of the org, or make a new field that uses the value set.',
  },
  {
    id: 'field-lookup-delete-option',
    pattern: /Cannot add a lookup relationship child with cascade or restrict options to (?<name>\w+)/i,
    title: 'A lookup to {name} cannot cascade or restrict deletion',
    meaning: 'The parent object allows only lookups that are cleared when the parent is deleted.',
    wayOut: 'Set deleteConstraint of the field to SetNull.',
  },
  {
    id: 'field-master-detail-required',
    pattern: /Master-Detail Relationship Fields Cannot be Optional or Required/i,
    title: 'A master-detail field must not say whether it is required',
    meaning: 'A master-detail field always has a value, so its file must not have the element required.',
    wayOut: 'Remove the element required from the file of the field.',
  },
  {
    id: 'field-attribute-not-allowed',
    pattern: /Can not specify '(?<name>\w+)' for a (?:CustomField|custom field) of type (?<type>\w+)/i,
    title: 'A field of type {type} cannot have {name}',
    meaning: 'The file of the field has an element that does not belong to its type.',
    wayOut: 'Remove the element {name} from the field.',
  },
  {
    id: 'field-name-taken',
    pattern: /There is already an? (?:field|\w+) named (?<name>\S+)/i,
    title: 'The name {name} is taken',
    meaning: 'The org has a component of this name already, perhaps of another kind or in the recycle bin.',
    wayOut: 'Rename one of the two. Erase a deleted field in Setup under “Deleted Fields”.',
  },
  {
    id: 'object-no-label',
    pattern: /Must specify a non-empty label for the (?<name>\w+)/i,
    title: 'The object itself is missing',
    meaning:
      'Parts of an object were deployed to an org that does not have the object, or the file lacks its label.',
    wayOut: 'Bring the whole object along, and keep label and plural label in its file.',
  },
  {
    id: 'standard-field-unknown',
    pattern: /Could not resolve standard field's name/i,
    title: 'A standard field does not exist in the org',
    meaning: 'The file of an object describes a standard field that this org does not have.',
    wayOut: 'Switch on the feature that the field belongs to, or remove the field from the object.',
  },
  {
    id: 'value-too-long',
    pattern: /Value too long for field: (?<name>.+?) maximum length is:\s*(?<length>\d+)/i,
    title: 'A text is longer than {length} characters',
    meaning: 'A label, name or description is longer than the org stores in {name}.',
    wayOut: 'Shorten the text in the file.',
  },
  {
    id: 'limit-reached',
    pattern:
      /(?:reached|exceeded|exceeds|over) (?:the |your )?(?:maximum (?:number|amount)|limit) (?:of|for) (?<what>[^.(:]+)/i,
    title: 'The org has no room for more {what}',
    meaning: 'The edition of the org limits how many of these it can have, and the limit is reached.',
    wayOut: 'Delete what is not used any more in the org, or ask Salesforce to raise the limit.',
  },
  {
    id: 'invalid-full-name',
    pattern: /Invalid fullName, must end in a custom suffix/i,
    title: 'A name lacks its ending',
    meaning: 'Names of custom fields and objects end with __c, __mdt, __e, __b or __x.',
    wayOut: 'Correct the name in the file and wherever it is used.',
  },
  {
    id: 'invalid-name-characters',
    pattern: /can only contain underscores and alphanumeric characters/i,
    title: 'A name has characters that are not allowed',
    meaning: 'Names begin with a letter and consist of letters, digits and single underscores.',
    wayOut: 'Correct the name in the file and wherever it is used.',
  },
  {
    id: 'formula-too-big',
    pattern: /Compiled formula is too big to execute/i,
    title: 'A formula is too big',
    meaning: 'With all formula fields that it uses, the formula is larger than Salesforce compiles.',
    wayOut: 'Use fewer formula fields in it, CASE instead of nested IF, or a field that automation fills.',
  },
  {
    id: 'formula-picklist-function',
    pattern: /Picklist fields are only supported in certain functions/i,
    title: 'A formula uses a picklist like a text',
    meaning: 'Picklists can be used in formulas only with ISPICKVAL, CASE, TEXT and few others.',
    wayOut: 'Put TEXT() around the field, or compare with ISPICKVAL.',
  },
  {
    id: 'formula-missing-field',
    pattern: /Field (?<name>\S+) does not exist\. Check spelling/i,
    title: 'A formula uses {name}, which is missing',
    meaning: 'A formula, rule or page uses a field, label or custom permission that the org does not have.',
    wayOut: 'Bring it along, or correct the name in the formula.',
  },
  {
    id: 'formula-function',
    pattern: /Unknown function (?<name>\w+)/i,
    title: 'A formula uses the unknown function {name}',
    meaning: 'The function does not exist, or not in this kind of formula.',
    wayOut: 'Correct the formula.',
  },
  {
    id: 'formula-parameter',
    pattern:
      /Incorrect (?:parameter|argument) type for (?:function|operator)|Incorrect number of parameters for function/i,
    title: 'A formula has a value of the wrong type',
    meaning:
      'A function or operator gets another type than it takes. The field may have another type in this org.',
    wayOut: 'Compare the type of the field in both orgs, and convert the value in the formula.',
  },
  {
    id: 'formula-syntax',
    pattern: /Syntax error\.\s*(?:Missing|Extra|Found)|Formula (?:result|return) (?:type|is)/i,
    title: 'A formula has a mistake',
    meaning: 'Salesforce cannot read the formula, or it returns another type than its field has.',
    wayOut: 'Check parentheses, quotes and commas of the formula.',
  },
]
