import type { ReferenceRule } from './reference-rule.ts'

import { ownField } from './field-rules.ts'

const field = ['CustomField']

/** What names other components in each type that lives inside an object, in a file of its own or in its parent's. */
export const rulesInsideObjects: Readonly<Record<string, readonly ReferenceRule[]>> = {
  CustomField: [
    { entries: 'referenceTo', name: '', to: ['CustomObject'] },
    { entries: 'valueSet/valueSetName', name: '', to: ['GlobalValueSet'] },
    { entries: 'summarizedField', name: '', to: field },
    { entries: 'summaryForeignKey', name: '', to: field },
    { entries: 'summaryFilterItems', name: 'field', to: field },
    ...['field', 'valueField'].flatMap((name): ReferenceRule[] => [
      { entries: 'lookupFilter/filterItems', name, to: field },
      {
        entries: 'lookupFilter/filterItems',
        name,
        to: field,
        object: 'ofFile',
        form: /^\$Source\.(\w+__c)$/u,
      },
    ]),
    { entries: 'formula', name: '', to: field, object: 'ofFile', isFormula: true },
  ],
  ValidationRule: [
    { entries: 'errorConditionFormula', name: '', to: field, object: 'ofFile', isFormula: true },
    ownField('errorDisplayField', ''),
  ],
  ListView: [{ ...ownField('columns', ''), isCheckedInComposite: true }, ownField('filters', 'field')],
  CompactLayout: [{ ...ownField('fields', ''), isCheckedInComposite: true }],
  FieldSet: [
    { ...ownField('displayedFields', 'field'), isCheckedInComposite: true },
    { ...ownField('availableFields', 'field'), isCheckedInComposite: true },
  ],
  RecordType: [
    { ...ownField('picklistValues', 'picklist'), isCheckedInComposite: true },
    {
      entries: 'businessProcess',
      name: '',
      to: ['BusinessProcess'],
      object: 'ofFile',
      isCheckedInComposite: true,
    },
    { entries: 'compactLayoutAssignment', name: '', to: ['CompactLayout'], object: 'ofFile' },
  ],
  WebLink: [{ entries: 'page', name: '', to: ['ApexPage'] }],
}

const searchLists = [
  'customTabListAdditionalFields',
  'lookupDialogsAdditionalFields',
  'lookupPhoneDialogsAdditionalFields',
  'searchFilterFields',
  'searchResultsAdditionalFields',
]

/** What an object itself names. */
export const ownObjectRules: readonly ReferenceRule[] = [
  { entries: 'actionOverrides', name: 'content', to: ['ApexPage', 'FlexiPage', 'AuraDefinitionBundle'] },
  ...searchLists.map((list) => ownField(`searchLayouts/${list}`, '')),
]
