import { expect, test } from 'vitest'
import { refusedEntryOf } from './refused-entry.ts'

test.each([
  ['Unknown user permission: ManageHpi', 'userPermissions ManageHpi'],
  ["You can't edit tab settings for CarePlan, as it's not a valid tab.", 'tabVisibilities CarePlan'],
  ['In field: field - no CustomField named Account.Region__c found', 'fieldPermissions Account.Region__c'],
  ['In field: apexClass - no ApexClass named Gone found', 'classAccesses Gone'],
  ['In field: layout - no Layout named Account-Sales Layout found', 'layoutAssignments Account-Sales Layout'],
  ['In field: recordType - no RecordType named Case.Internal found', 'recordTypeVisibilities Case.Internal'],
])('%s is about one entry', (problem, entry) => {
  expect(refusedEntryOf(problem)).toBe(entry)
})

test.each([
  'UNKNOWN_EXCEPTION: An unexpected error occurred',
  'In field: region - no Region named North found',
  'Unknown user permission: ',
  'Permission EditTask depends on permission(s): EditTaskAny',
])('%s is about the profile', (problem) => {
  expect(refusedEntryOf(problem)).toBeNull()
})
