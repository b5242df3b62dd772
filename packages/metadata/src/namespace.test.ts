import { expect, test } from 'vitest'

import { namespaceOf } from './namespace.ts'
import { component } from './testing/text.ts'

test.each([
  ['CustomObject', 'npsp__Batch__c', 'npsp'],
  ['CustomObject', 'Batch__c', null],
  ['CustomObject', 'Account', null],
  ['CustomField', 'Account.npsp__Level__c', 'npsp'],
  ['CustomField', 'npsp__Batch__c.Mine__c', null],
  ['CustomField', 'Account.Level__c', null],
  ['ApexClass', 'npsp__Helper', 'npsp'],
  ['ApexClass', 'Helper_Test', null],
  ['ApexClass', 'fifteen_letters__Helper', 'fifteen_letters'],
  ['ApexClass', 'sixteen_letters1__Helper', null],
  ['Layout', 'npsp__Batch__c-npsp__Batch Layout', 'npsp'],
  ['Layout', 'npsp__Batch__c-My Layout', null],
  ['Layout', 'Account-Sales__EMEA', null],
  ['Layout', 'npsp__Batch__c-Sales__EMEA', null],
  ['Layout', 'Batch__c-npsp__Batch Layout', null],
  ['Profile', 'Sales__EMEA', null],
  ['EscalationRule', 'Case.Sales__EMEA', null],
  ['CustomObjectTranslation', 'Batch__c-de', null],
  ['CustomObjectTranslation', 'npsp__Batch__c-de', null],
  ['CustomObjectTranslation', 'npsp__Batch__c-npsp__en_US', 'npsp'],
  ['Report', 'npsp__Folder/npsp__Totals', 'npsp'],
  ['GlobalValueSet', 'Boat_Type__gvs', null],
  ['GlobalValueSet', 'npsp__Boat_Type__gvs', 'npsp'],
  ['GlobalValueSetTranslation', 'Boat_Type__gvs-fr', null],
  ['CustomObject', 'Spending__cio', null],
  ['CustomObject', 'Orders__dso', null],
  ['CustomObject', 'Guide__ViewStat', null],
  ['CustomField', 'Account.Home__City__s', null],
  ['CustomField', 'Account.npsp__Home__PostalCode__s', 'npsp'],
  ['CustomMetadata', 'npsp__Type.Mine', null],
  ['CustomApplication', 'standard__Sales', null],
])('%s %s has the prefix %s', (type, name, prefix) => {
  expect(namespaceOf(component(type, name))).toBe(prefix)
})
