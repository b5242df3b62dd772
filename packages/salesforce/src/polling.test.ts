import { expect, test } from 'vitest'
import { SalesforceError } from './errors.ts'
import { failureFor, failureForStatus } from './failure-codes.ts'
import { isTransientWhilePolling } from './polling.ts'

const passing = [
  new SalesforceError('network', 'x'),
  new SalesforceError('lostReply', 'x'),
  new SalesforceError('timeout', 'x'),
  new SalesforceError('badResponse', 'an HTML page'),
  failureFor('UNKNOWN_EXCEPTION', 'Unexpected internal servlet state'),
  failureFor('INVALID_QUERY_LOCATOR', 'x'),
  failureFor('INVALID_CROSS_REFERENCE_KEY', 'x'),
  failureFor('SOMETHING', 'Unable to complete the creation of the query cursor at this time'),
  failureFor('SERVER_UNAVAILABLE', 'x'),
  failureFor('REQUEST_LIMIT_EXCEEDED', 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.'),
  failureForStatus(429),
  failureForStatus(500),
  failureForStatus(502),
  failureForStatus(503),
  failureForStatus(420),
]

test.each(passing)('polling goes on after %s', (error) => {
  expect(isTransientWhilePolling(error)).toBe(true)
})

const ending = [
  new SalesforceError('aborted', 'x'),
  new SalesforceError('invalidGrant', 'x'),
  failureFor('INVALID_SESSION_ID', 'x'),
  failureFor('INSUFFICIENT_ACCESS', 'x'),
  failureFor('REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'),
  failureFor('LIMIT_EXCEEDED', 'x'),
  failureFor('UNSUPPORTED_API_VERSION', 'x'),
  failureForStatus(404),
  new Error('a bug'),
]

test.each(ending)('polling ends with %s', (error) => {
  expect(isTransientWhilePolling(error)).toBe(false)
})
