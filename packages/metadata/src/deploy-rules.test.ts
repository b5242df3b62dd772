import { expect, test } from 'vitest'

import { deployabilityOf } from './deploy-rules.ts'
import { component } from './testing/text.ts'

test.each([
  ['CustomObject', 'Account'],
  ['CustomField', 'Account.Industry'],
  ['CustomTab', 'standard-Account'],
  ['CustomApplication', 'standard__Sales'],
  ['Profile', 'Admin'],
])('%s %s is part of Salesforce: it can be changed, but neither added nor deleted', (type, name) => {
  expect(deployabilityOf(component(type, name))).toEqual({
    canDeployAdd: false,
    canDeployModify: true,
    canDeployDelete: false,
    deleteReason: 'ComponentIsNotDeployable',
  })
})

test.each([
  ['RecordType', 'Car__c.Sports'],
  ['FlowDefinition', 'Remind'],
])('%s %s can be added and changed, and is never deleted', (type, name) => {
  expect(deployabilityOf(component(type, name))).toEqual({
    canDeployAdd: true,
    canDeployModify: true,
    canDeployDelete: false,
    deleteReason: 'ComponentIsNotDeployable',
  })
})

test.each([
  ['CustomObject', 'Car__c'],
  ['CustomField', 'Account.Level__c'],
  ['CustomTab', 'Car__c'],
  ['CustomApplication', 'Garage'],
  ['Profile', 'Mechanic'],
])('%s %s can be added, changed and deleted', (type, name) => {
  expect(deployabilityOf(component(type, name))).toEqual({
    canDeployAdd: true,
    canDeployModify: true,
    canDeployDelete: true,
    deleteReason: null,
  })
})
