import type { SourceMember } from '@sluice/salesforce/tooling/source-members'
import { expect, test } from 'vitest'
import { isOurs, knownUpTo } from './own-revisions.ts'

const deployed = ['Alpha', 'Beta'].map((componentName) => ({ componentType: 'ApexClass', componentName }))
const ours = isOurs(deployed, '005000000000001AAA')
const entry = (
  memberName: string,
  revisionCounter: number,
  given: Partial<SourceMember> = {},
): SourceMember => ({
  memberType: 'ApexClass',
  memberName,
  revisionCounter,
  changedBy: '005000000000001',
  isDeleted: false,
  isNew: false,
  lastModifiedDate: null,
  ...given,
})

test.each([
  ['all entries are ours', [entry('Alpha', 8), entry('Beta', 9)], 9],
  [
    'somebody changed another component between ours',
    [entry('Alpha', 8), entry('Other', 9), entry('Beta', 10)],
    8,
  ],
  [
    'somebody else changed what we deploy',
    [entry('Alpha', 8, { changedBy: '005000000000002AAA' }), entry('Beta', 9)],
    7,
  ],
  ['an entry does not tell who made it', [entry('Alpha', 8, { changedBy: null })], 8],
  ['a component of another type has the name of ours', [entry('Alpha', 8, { memberType: 'Flow' })], 7],
  ['nothing was logged', [], 7],
])('the log is known up to the first entry that is not ours: %s', (_, members, known) => {
  expect(knownUpTo(members, ours, 7)).toBe(known)
})
