import { describe, expect, test } from 'vitest'
import { accessLevels, lowestAccessLevel } from './access-levels.ts'
import {
  type Actor,
  canGrantAccessLevel,
  missingAuthorizations,
  notAllowedReason,
  type Operation,
  permissions,
} from './permissions.ts'

const actor = (given: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  accessLevel: 'Reader',
  isOwner: false,
  isGlobalAdministrator: false,
  ...given,
})
const mine = { createdByUserId: 'me' }
const theirs = { createdByUserId: 'you' }
const operations = Object.keys(permissions).filter((name): name is Operation =>
  Object.hasOwn(permissions, name),
)

/** The lowest level that may do it with things of others, and with its own where that is another one. */
const lowestLevels: Record<Operation, readonly [others: string, own?: string]> = {
  readWorkspace: ['Reader'],
  updateWorkspace: ['Administrator'],
  changeWorkspaceOwner: ['Owner'],
  deleteWorkspace: ['Owner'],
  readAccessToken: ['Administrator'],
  readAuditLog: ['Administrator'],
  createInvitation: ['Administrator'],
  extendInvitation: ['Administrator'],
  deleteInvitation: ['Administrator'],
  readInvitationToken: ['Administrator'],
  changeAccessLevel: ['Administrator'],
  manageWebhooks: ['Administrator'],
  removeMember: ['Administrator', 'Reader'],
  createStack: ['Operator'],
  initializeStack: ['Contributor', 'Operator'],
  updateStack: ['Contributor', 'Operator'],
  deleteStack: ['Administrator', 'Operator'],
  readEncryptionKey: ['Administrator', 'Operator'],
  manageCollaborators: ['Contributor', 'Operator'],
  createEnvironment: ['Operator'],
  updateEnvironment: ['Contributor', 'Operator'],
  unlockEnvironment: ['Contributor', 'Operator'],
  deleteEnvironment: ['Administrator', 'Operator'],
  startFlow: ['Contributor', 'Operator'],
  startCheckOnlyFlow: ['Reader'],
  runApexTests: ['Reader'],
  submitJobs: ['Reader'],
  cancelJob: ['Contributor', 'Reader'],
  answerInquiry: ['Contributor', 'Reader'],
  resolveConflict: ['Contributor', 'Reader'],
  createSchedule: ['Operator'],
  updateSchedule: ['Contributor', 'Operator'],
  deleteSchedule: ['Administrator', 'Operator'],
}

/** The lowest level that is allowed, the workspace's owner above all levels. */
function lowestAllowed(operation: Operation, subject: typeof mine): string | undefined {
  const levels = [...accessLevels.map((accessLevel) => actor({ accessLevel })), actor({ isOwner: true })]
  const names = [...accessLevels, 'Owner']
  return names[levels.findIndex((one) => missingAuthorizations(one, operation, subject) === null)]
}

describe('the matrix', () => {
  test.each(operations)('the lowest level for %s is the stated one', (operation) => {
    const [others, own = others] = lowestLevels[operation]
    expect([lowestAllowed(operation, theirs), lowestAllowed(operation, mine)]).toEqual([others, own])
  })

  test.each(operations)('%s never shrinks with a higher level', (operation) => {
    const allowed = accessLevels.map(
      (accessLevel) => missingAuthorizations(actor({ accessLevel }), operation, theirs) === null,
    )
    expect(allowed).toEqual(allowed.toSorted((a, b) => Number(a) - Number(b)))
  })

  test.each(operations)('%s is denied to a stranger and allowed to a global administrator', (operation) => {
    expect(missingAuthorizations(actor({ accessLevel: null }), operation, theirs)).not.toBeNull()
    expect(
      missingAuthorizations(actor({ accessLevel: null, isGlobalAdministrator: true }), operation),
    ).toBeNull()
  })

  test('an operator flows into environments he made, a contributor into all', () => {
    expect(missingAuthorizations(actor({ accessLevel: 'Operator' }), 'startFlow', mine)).toBeNull()
    expect(missingAuthorizations(actor({ accessLevel: 'Operator' }), 'startFlow', theirs)).toEqual([
      { operation: 'startFlow', resource: 'Environment' },
    ])
    expect(missingAuthorizations(actor({ accessLevel: 'Contributor' }), 'startFlow', theirs)).toBeNull()
  })

  test("nobody's thing is nobody's own", () => {
    const nobodys = { createdByUserId: null }
    expect(missingAuthorizations(actor({ accessLevel: 'Operator' }), 'updateStack', nobodys)).not.toBeNull()
    expect(missingAuthorizations(actor({ accessLevel: 'Operator' }), 'updateStack')).not.toBeNull()
  })

  test('only the owner hands the workspace over', () => {
    const administrator = actor({ accessLevel: 'Administrator' })
    expect(missingAuthorizations(administrator, 'changeWorkspaceOwner')).not.toBeNull()
    expect(missingAuthorizations({ ...administrator, isOwner: true }, 'changeWorkspaceOwner')).toBeNull()
  })

  test('a member may always remove himself', () => {
    expect(missingAuthorizations(actor(), 'removeMember', mine)).toBeNull()
    expect(missingAuthorizations(actor(), 'removeMember', theirs)).not.toBeNull()
  })

  test('nobody grants a level above his own', () => {
    const grants = accessLevels.map((level) =>
      canGrantAccessLevel(actor({ accessLevel: 'Contributor' }), level),
    )
    expect(grants).toEqual([true, true, true, false])
    expect(canGrantAccessLevel(actor({ isOwner: true }), 'Administrator')).toBe(true)
  })

  test('a refused control says why', () => {
    expect(notAllowedReason(actor(), 'createStack')).toMatch(/permission/)
    expect(notAllowedReason(actor({ accessLevel: 'Operator' }), 'createStack')).toBeNull()
  })
})

test('the lowest of several levels', () => {
  expect(lowestAccessLevel(['Administrator', 'Operator', 'Contributor'])).toBe('Operator')
  expect(lowestAccessLevel([])).toBe('Reader')
})
