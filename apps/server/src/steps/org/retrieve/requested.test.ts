import { parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { expect, test } from 'vitest'
import { deliverableBy, requestedBy } from './requested.ts'

const { specs } = parseIncludeSpecs(
  'unpackaged/~/ApexClass\nunpackaged/~/CustomObject\nunpackaged/~/CustomTab\nunpackaged/~/Layout',
)
const plan = {
  members: [{ type: 'CustomObject', fullName: 'Account', modifier: null }],
  listedTypes: ['ApexClass', 'CustomObject', 'CustomField', 'CustomTab'],
}

test.each([
  ['CustomObject', 'Account', true, 'it was asked for'],
  ['ApexClass', 'Gone', true, 'the list of classes lacks it, so the org does'],
  ['CustomObject', 'Contact', false, 'standard objects are not all listed'],
  ['CustomTab', 'standard-Account', false, 'no list has standard tabs, and the org may not have told them'],
  ['ApexClass', 'acme__Gone', false, 'packaged classes are not asked for'],
  ['Layout', 'Account-Old', false, 'the org does not list layouts'],
  ['Flow', 'Gone', false, 'nobody wants flows'],
])('%s %s is told about: %s, because %s', (componentType, componentName, isRequested) => {
  const identity = { packageName: 'unpackaged', componentType, componentName }
  expect(requestedBy({ plan, leftOut: [] }, specs)(identity)).toBe(isRequested)
})

test('a retrieve tells about the components of packages that it named beside profiles, but for what failed', () => {
  const beside = [
    { type: 'CustomObject', fullName: 'acme__Trip__c' },
    { type: 'ApexClass', fullName: 'acme__Tool' },
  ]
  const isRequested = requestedBy({ plan: { ...plan, beside }, leftOut: beside.slice(1) }, specs)
  const told = (componentType: string, componentName: string) =>
    isRequested({ packageName: 'unpackaged', componentType, componentName })
  expect(told('CustomObject', 'acme__Trip__c')).toBe(true)
  expect(told('ApexClass', 'acme__Tool')).toBe(false)
  expect(told('ApexClass', 'acme__Other')).toBe(false)
})

const members = [
  ['ApexClass', 'Alpha'],
  ['CustomField', 'Car__c.Color__c'],
  ['Bot', 'Helper'],
  ['Report', 'Sales/Europe/Pipeline'],
  ['EmailTemplate', 'Letters'],
].map(([type = '', fullName = '']) => ({ type, fullName }))

test.each([
  ['ApexClass', 'Alpha', true, 'it was asked for'],
  ['ApexClass', 'alpha', true, 'letter case is no difference'],
  ['ApexClass', 'Beta', false, 'nobody asked for it'],
  ['ApexTrigger', 'Alpha', false, 'a class was asked for'],
  ['CustomObject', 'Car__c', true, 'it holds the field'],
  ['CustomObject', 'Bike__c', false, 'nobody asked for it or its fields'],
  ['BotVersion', 'Helper.v1', true, 'it is a part of the bot'],
  ['BotVersion', 'Other.v1', false, 'nobody asked for its bot'],
  ['ReportFolder', 'Sales', true, 'the folder comes with its report'],
  ['ReportFolder', 'Sales/Europe', true, 'the folder comes with its report'],
  ['ReportFolder', 'Service', false, 'nobody asked for the folder or its reports'],
  ['EmailFolder', 'Letters', true, 'a folder is asked for as a member of the type that it holds'],
])('%s %s may come with an archive: %s, because %s', (componentType, componentName, isDeliverable) => {
  const identity = { packageName: 'unpackaged', componentType, componentName }
  expect(deliverableBy(members)(identity)).toBe(isDeliverable)
})

test('nothing is told about what Salesforce could not retrieve', () => {
  const leftOut = plan.members.slice(0, 1)
  const [{ type, fullName } = { type: '', fullName: '' }] = leftOut
  const identity = { packageName: 'unpackaged', componentType: type, componentName: fullName }
  expect(requestedBy({ plan, leftOut: [] }, specs)(identity)).toBe(true)
  expect(requestedBy({ plan, leftOut }, specs)(identity)).toBe(false)
})
