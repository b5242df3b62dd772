import { ProblemError } from '@sluice/contract/client'
import type { ProblemDetails } from '@sluice/contract/problem-details'
import { expect, test } from 'vitest'
import { problemMessages, saveErrorMessage } from './problem.ts'

const subject = { property: 'slug', entity: 'stack' }
const failed = (problem: Partial<ProblemDetails>) =>
  new ProblemError({ type: 'unknown', title: 'Failed', status: 400, ...problem })

test('a value in use is named with its property and entity', () => {
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

test('the first broken rule is the message of a failed save', () => {
  const errors = [{ code: 'EntitySlugTooLong', property: 'slug', description: '' }]
  const message = saveErrorMessage(failed({ type: 'validationFailed', validationErrors: errors }), subject)
  expect(message).toBe('Entity slug must not be longer than 128 characters')
})

test('an internal error is not shown as if it were an explanation', () => {
  const message = saveErrorMessage(
    failed({ type: 'internalServerError', title: 'An unexpected error occurred.' }),
    subject,
  )
  expect(message).toBe('Saving the slug failed with an unknown error. An unexpected error occurred.')
})

test('a panel says nothing twice', () => {
  const text = 'The item could not be found. It may have been deleted.'
  const messages = problemMessages({ type: 'entityNotFound', title: text, detail: text, status: 404 })
  expect(messages).toEqual([text])
})
