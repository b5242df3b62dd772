import { expect, test } from 'vitest'
import { SalesforceError } from '../errors.ts'
import { explainSignInRefusal } from './sign-in-refusal.ts'

const said = (salesforceCode: string, description: string) =>
  explainSignInRefusal(new SalesforceError('fault', description, { salesforceCode }))

test.each([
  ['access_denied', 'end-user denied authorization', 'deniedByPerson'],
  ['OAUTH_APPROVAL_ERROR_GENERIC', 'An unexpected error has occured', 'appNotInstalled'],
  ['OAUTH_EC_APP_NOT_FOUND', 'x', 'appNotInstalled'],
  ['invalid_grant', 'the app is not installed in this org', 'appNotInstalled'],
  ['OAUTH_APP_BLOCKED', 'this app is blocked by admin', 'appBlocked'],
  ['invalid_grant', 'device flow is not enabled for the app', 'deviceFlowBlocked'],
  ['invalid_grant', 'ip restricted', 'addressNotAllowed'],
  ['invalid_grant', 'invalid login hours', 'hoursNotAllowed'],
  ['invalid_grant', 'inactive user', 'userInactive'],
  ['inactive_user', 'user is inactive', 'userInactive'],
  ['inactive_org', 'organization is inactive', 'orgInactive'],
  ['invalid_grant', 'org is locked', 'orgInactive'],
  ['invalid_grant', "user hasn't approved this consumer", 'appNotApproved'],
  ['invalid_app_access', 'user is not admin approved to access this app', 'appNotApproved'],
  ['invalid_client_id', 'client identifier invalid', 'unknownClient'],
  ['invalid_client', 'client identifier invalid', 'unknownClient'],
  ['invalid_client', 'invalid client credentials', 'wrongClientSecret'],
  ['invalid_grant', 'expired access/refresh token', 'authorizationExpired'],
  ['invalid_grant', 'expired authorization code', 'authorizationExpired'],
  ['invalid_grant', 'authentication failure', 'wrongPassword'],
  ['INVALID_LOGIN', 'INVALID_LOGIN: Invalid username, password, security token', 'wrongPassword'],
  ['LOGIN_MUST_USE_SECURITY_TOKEN', 'x', 'securityTokenMissing'],
  ['LOGIN_DURING_RESTRICTED_DOMAIN', 'x', 'addressNotAllowed'],
  ['LOGIN_DURING_RESTRICTED_TIME', 'x', 'hoursNotAllowed'],
  ['PASSWORD_LOCKOUT', 'x', 'lockedOut'],
  ['INVALID_OPERATION_WITH_EXPIRED_PASSWORD', 'x', 'passwordExpired'],
  ['PASSWORD_EXPIRED', 'x', 'passwordExpired'],
  ['INVALID_OPERATION', 'SOAP API login() is disabled by default in this org.', 'passwordSignInDisabled'],
])('%s: %s is %s', (code, description, name) => {
  expect(said(code, description)).toEqual({ name, text: expect.stringMatching(/^[A-Z].*\.$/) })
})

test.each([
  ['invalid_grant', 'audience is invalid', 'wrongAudience'],
  ['invalid_grant', 'invalid assertion', 'assertionNotTrusted'],
  ['invalid_client', 'invalid client credentials', 'assertionNotTrusted'],
  ['invalid_grant', 'expired authorization code', 'assertionExpired'],
  ['invalid_grant', "user hasn't approved this consumer", 'appNotApproved'],
  ['invalid_client_id', 'client identifier invalid', 'unknownClient'],
])('of an assertion, %s: %s is %s', (code, description, name) => {
  const message = `Salesforce refused the assertion: ${code}. ${description}`
  expect(said(code, message)).toEqual({ name, text: expect.stringMatching(/^[A-Z].*\.$/) })
})

test('what is no refusal, or an unknown one, is not explained', () => {
  expect(said('server_error', 'too many codes')).toBeNull()
  expect(explainSignInRefusal(new SalesforceError('network', 'ip restricted'))).toBeNull()
})
