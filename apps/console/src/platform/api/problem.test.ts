import { api } from '@sluice/contract/api'
import { ProblemError, UnexpectedAnswerError } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { problems } from '@sluice/contract/problems'
import { expect, test } from 'vitest'
import { problemMessages, saveErrorMessage } from './problem.ts'

const subject = { property: 'slug', entity: 'stack' }
const failed = (problem: Partial<ProblemDetails>) =>
  new ProblemError({ type: 'unknown', title: 'Failed', status: 400, ...problem })

test('[W-370] a value in use is named with its property and entity', () => {
  const message = saveErrorMessage(failed({ type: 'entityConflict' }), subject)
  expect(message).toBe('This slug value is already in use on another stack.')
})

test('[W-294] a refused change says that the permission is missing', () => {
  const missing = [{ operation: 'updateStack', resource: 'Stack' }]
  const message = saveErrorMessage(
    failed({ type: 'userNotAuthorized', missingAuthorizations: missing }),
    subject,
  )
  expect(message).toBe('You do not have permission to change this value.')
})

test('[W-381] the first broken rule is the message of a failed save', () => {
  const errors = [{ code: 'EntitySlugTooLong', property: 'slug', description: '' }]
  const message = saveErrorMessage(failed({ type: 'validationFailed', validationErrors: errors }), subject)
  expect(message).toBe('Entity slug must not be longer than 128 characters')
})

test('[W-383] an internal error is not shown as if it were an explanation', () => {
  const message = saveErrorMessage(
    failed({ type: 'internalServerError', title: 'An unexpected error occurred.' }),
    subject,
  )
  expect(message).toBe('Saving the slug failed with an unknown error. An unexpected error occurred.')
})

test('a panel shows no sentence twice', () => {
  const text = 'The item could not be found. It may have been deleted.'
  const messages = problemMessages({ type: 'entityNotFound', title: text, detail: text, status: 404 })
  expect(messages).toEqual([text])
})

test('two rules with the same sentence are one sentence of a panel', () => {
  const error = { code: 'EntitySlugTooLong', property: 'slug', description: '' }
  const problem = {
    type: 'validationFailed',
    title: 'Invalid',
    status: 400,
    validationErrors: [error, error],
  }
  expect(problemMessages(problem)).toEqual(['Invalid', 'Entity slug must not be longer than 128 characters'])
})

test('a save whose answer cannot be read says that the server reported success', () => {
  const error = new UnexpectedAnswerError(api.stacks.update, 'differs at slug: Invalid input')
  expect(saveErrorMessage(error, subject)).toMatch(/^The server reported success, but .* Reload the page\.$/)
})

test('a screen may word a problem in its own way', () => {
  const problem = { type: 'environmentLocked', title: 'Locked.', status: 409 }
  expect(problemMessages(problem, { environmentLocked: 'Wait for the job.' })).toEqual(['Wait for the job.'])
})

/** The exact sentence for each problem type. */
const words = [
  [
    '[W-359]',
    'identityAccountLockedOut',
    'Your account is locked out. Try again later (accounts normally unlock automatically after a while) or get in touch with our support for assistance.',
  ],
  ['[W-360]', 'identityAccountNotConfirmed', 'You must confirm your email address before you can sign in.'],
  ['[W-361]', 'identityAccountRequiresTwoFactor', 'Two-factor authentication is required to sign in.'],
  ['[W-362]', 'identityCredentialsInvalid', 'Invalid username and/or password.'],
  [
    '[W-363]',
    'identityResetPasswordTokenInvalid',
    'This password reset link is invalid. The link may have expired, or the user account may have been deleted.',
  ],
  ['[W-364]', 'invitationExpired', 'The invitation has expired. Ask the sender to renew the invitation.'],
  [
    '[W-368]',
    'workspaceAlreadyClaimed',
    'The workspace with this license key has already been claimed. If you know who the workspace owner is, ask them to invite you as a member.',
  ],
  [
    '[W-371]',
    'nonEmptyWorkspaceNotDeletable',
    'The workspace could not be deleted because it still contains one or more stacks. Delete all stacks in the workspace and try again.',
  ],
  [
    '[W-372]',
    'gitCredentialsInvalid',
    'We could not establish a connection to your repository. Check the connection details and try again.',
  ],
  [
    '[W-373]',
    'sfdcCredentialsInvalid',
    'We could not establish a connection to your org. Check the connection details and try again.',
  ],
  ['[W-374]', 'sfdcCredentialsPasswordExpired', 'The password has expired in Salesforce.'],
  [
    '[W-375]',
    'sfdcCredentialsOrgTypeIncorrect',
    'The connection was established to a sandbox org. Ensure that the connection details are for your production org and try again.',
  ],
  [
    '[S-247]',
    'nonEmptyStackNotDeletable',
    'The stack could not be deleted because it still contains one or more non-production environments, or the remaining production environment is currently locked. Delete all non-production environments in the stack and try again.',
  ],
  [
    '[S-248]',
    'productionEnvironmentNotDeletable',
    'The production environment is a required component of the stack and cannot be deleted.',
  ],
  [
    '[S-249]',
    'environmentLocked',
    'One or more environments could not be deleted because they were currently locked by a running job. Try again when there are no running jobs affecting these environments.',
  ],
] as const

test.each(words)('%s %s is shown in the words of the specification', (_, type, text) => {
  const { title, status } = problems[type]
  expect(problemMessages({ type, title, status })).toEqual([text])
})

test('[W-382] without a broken rule the message of the server is shown', () => {
  const detail = 'The slug is reserved.'
  expect(saveErrorMessage(failed({ type: 'validationFailed', detail }), subject)).toBe(detail)
  expect(saveErrorMessage(failed({ type: 'environmentLocked', title: 'Locked.' }), subject)).toBe('Locked.')
})
