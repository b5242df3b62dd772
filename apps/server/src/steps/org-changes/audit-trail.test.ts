import type { AuditEntry } from '@sluice/salesforce/tooling/audit-trail'
import { expect, test } from 'vitest'
import { modifierInTrail } from './audit-trail.ts'

const row = (user: string, display: string, section = ''): AuditEntry => ({
  action: '',
  section,
  display,
  createdDate: '2026-11-20T10:00:00.000+0000',
  createdById: user,
  createdByName: `Name of ${user}`,
})

const found = (
  trail: readonly AuditEntry[],
  [componentType, componentName]: readonly [string, string],
  changeType: 'Modified' | 'Deleted' = 'Modified',
) =>
  modifierInTrail(trail, {
    identity: { packageName: 'unpackaged', componentType, componentName },
    changeType,
  })?.userId

const billing = ['ApexClass', 'Billing'] as const
const color = ['CustomField', 'Car__c.Color__c'] as const

test('a row that says the name and fits the change tells who made it', () => {
  const trail = [row('ann', 'Changed Billing Apex Class code'), row('bob', 'Deleted Billing Apex Class')]
  expect(found(trail, billing)).toBe('ann')
  expect(found(trail, billing, 'Deleted')).toBe('bob')
  expect(
    modifierInTrail(trail, {
      identity: { packageName: 'unpackaged', componentType: billing[0], componentName: billing[1] },
      changeType: 'Modified',
    }),
  ).toEqual({
    userId: 'ann',
    name: 'Name of ann',
    date: new Date('2026-11-20T10:00:00Z'),
  })
})

test('another name is another component', () => {
  for (const display of [
    'Changed BillingTest Apex Class code',
    'Changed My_Billing Apex Class code',
    'Changed Sales',
  ])
    expect(found([row('ann', display)], billing)).toBeUndefined()
})

test('fields and layouts are found by the name that people see, those of their own object first', () => {
  const ofCar = row('ann', 'Changed custom field: Color (Text)', 'Car')
  const ofBoat = row('bob', 'Changed custom field: Color (Text)', 'Boat')
  expect(found([ofBoat, ofCar], color)).toBe('ann')
  expect(found([row('ann', 'Deleted custom field: Color__c')], color, 'Deleted')).toBe('ann')
  expect(
    found([row('ann', 'Changed page layout Sales (EMEA)')], ['Layout', 'Account-Sales %28EMEA%29']),
  ).toBe('ann')
})

test('a name may hold any characters', () => {
  const name = 'R&D - 50% [x] #1?'
  expect(found([row('ann', `Changed profile ${name}`)], ['Profile', encodeURIComponent(name)])).toBe('ann')
})

test('the newest row about the type decides; without one, several people leave it open', () => {
  const ofType = row('ann', 'Changed Billing', 'Apex Class')
  expect(found([ofType, row('bob', 'Changed Billing Apex Class code')], billing)).toBe('ann')
  expect(found([row('bob', 'Created report type Billing'), ofType], billing)).toBe('ann')
  expect(found([row('bob', 'Changed Billing'), row('ann', 'Changed Billing')], billing)).toBeUndefined()
  expect(found([row('bob', 'Changed Billing'), row('bob', 'Changed Billing')], billing)).toBe('bob')
})
