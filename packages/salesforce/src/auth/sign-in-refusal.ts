import { SalesforceError } from '../errors.ts'

/** Why Salesforce let nobody in, as far as a person can do something about it. */
export type SignInRefusalName =
  | 'deniedByPerson'
  | 'appNotInstalled'
  | 'appBlocked'
  | 'deviceFlowBlocked'
  | 'unknownClient'
  | 'wrongClientSecret'
  | 'addressNotAllowed'
  | 'hoursNotAllowed'
  | 'userInactive'
  | 'orgInactive'
  | 'appNotApproved'
  | 'wrongAudience'
  | 'assertionExpired'
  | 'assertionNotTrusted'
  | 'authorizationExpired'
  | 'securityTokenMissing'
  | 'lockedOut'
  | 'passwordSignInDisabled'
  | 'passwordExpired'
  | 'wrongPassword'

export interface SignInRefusal {
  readonly name: SignInRefusalName
  /** What happened and what to do about it, for people. */
  readonly text: string
}

interface Sign extends SignInRefusal {
  /** Matches `<code>: <description>` of an OAuth answer or of a SOAP fault. */
  readonly pattern: RegExp
}

/**
 * The first that matches counts. `invalid_grant` and `invalid_client` stand for many things, which only the
 * description tells apart. Codes and descriptions are those of "OAuth 2.0 Authorization Errors" in Salesforce Help
 * and of answers that users of the Salesforce CLI have published.
 */
const signs: readonly Sign[] = [
  {
    name: 'appNotInstalled',
    pattern:
      /OAUTH_APPROVAL_ERROR_GENERIC|OAUTH_EC_APP_NOT_FOUND|app is not installed|app must be installed/i,
    text: 'The app is not installed in this org, and the user may not approve apps that are not. An administrator opens Setup, Connected Apps OAuth Usage (or External Client App Manager) and installs the app, or gives the user the permission "Approve Uninstalled Connected Apps".',
  },
  {
    name: 'appBlocked',
    pattern: /OAUTH_APP_BLOCKED|app (is|was|has been) blocked/i,
    text: 'An administrator has blocked this app. Open Setup, Connected Apps OAuth Usage, and press Unblock beside the app.',
  },
  {
    name: 'deniedByPerson',
    pattern: /access_denied|end-user denied/i,
    text: 'The access was denied on the page of Salesforce. Connect again and press Allow there, as a user who may use the app.',
  },
  {
    name: 'deviceFlowBlocked',
    pattern: /device flow is not enabled|device flow.*(blocked|not supported)/i,
    text: 'Salesforce does not allow this app to sign in with a code. Create an External Client App in the org with the device flow enabled and have its consumer key set as client id of the stack or as SLUICE_CLIENT_ID, or sign in with user name and password.',
  },
  {
    name: 'addressNotAllowed',
    pattern: /ip restricted|LOGIN_DURING_RESTRICTED_DOMAIN/i,
    text: 'Salesforce does not accept sign-ins from the address of this server. Add it to the trusted ranges of the org or of the profile, or relax the IP restrictions of the app.',
  },
  {
    name: 'hoursNotAllowed',
    pattern: /login hours|LOGIN_DURING_RESTRICTED_TIME/i,
    text: 'Salesforce does not accept sign-ins of this user at this time of day. Change the login hours of the profile, or try again later.',
  },
  {
    name: 'userInactive',
    pattern: /inactive[ _]user|user is inactive/i,
    text: 'The Salesforce user is deactivated or frozen. Activate the user, or connect as another one.',
  },
  {
    name: 'orgInactive',
    pattern: /inactive[ _]org|organi[sz]ation is inactive|org is locked/i,
    text: 'The org is locked or no longer active. Ask Salesforce support, or connect to another org.',
  },
  {
    name: 'wrongAudience',
    pattern: /refused the assertion: .*audience/i,
    text: 'Salesforce does not sign this user in at this address. Give https://login.salesforce.com for production, https://test.salesforce.com for a sandbox, or the My Domain address of the org.',
  },
  {
    name: 'assertionExpired',
    pattern: /refused the assertion: .*expired/i,
    text: 'The assertion had expired when Salesforce read it, because the clock of this server is wrong. Correct the clock and try again.',
  },
  {
    name: 'assertionNotTrusted',
    pattern: /refused the assertion: (invalid_client\.|.*invalid assertion)/i,
    text: 'Salesforce does not trust the private key. Enable the JWT bearer flow of the app and upload the certificate of this key there; a change is known some minutes after it was saved.',
  },
  {
    name: 'appNotApproved',
    pattern: /refused the assertion: .*hasn't approved this consumer/i,
    text: 'The Salesforce user may not use this app without a sign-in in the browser, or the org has no user of this name. Check the user name, and have an administrator set Permitted Users of the app to pre-authorized and permit the user by profile or permission set.',
  },
  {
    name: 'appNotApproved',
    pattern: /invalid_app_access|hasn't approved this consumer|not admin approved/i,
    text: 'The Salesforce user may not use this app. An administrator of the org has to install the app and permit the user in its policies.',
  },
  {
    name: 'unknownClient',
    pattern: /invalid_client_id|client identifier invalid/i,
    text: 'Salesforce does not know the consumer key. Check the client id of the stack or SLUICE_CLIENT_ID; a new app is known some minutes after it was saved.',
  },
  {
    name: 'wrongClientSecret',
    pattern: /invalid_client|invalid client credentials|invalid client secret/i,
    text: 'The app needs its consumer secret, and the one that was sent is missing or wrong. Set the client secret of the stack or SLUICE_CLIENT_SECRET, or switch "Require secret for Refresh Token Flow" off in the app.',
  },
  {
    name: 'authorizationExpired',
    pattern: /expired (access\/refresh token|authorization code)|invalid authorization code|token.*revoked/i,
    text: 'The authorization has expired or was taken back in Salesforce. Connect to your org again.',
  },
  {
    name: 'securityTokenMissing',
    pattern: /LOGIN_MUST_USE_SECURITY_TOKEN/,
    text: 'Salesforce asks for the security token because the address of this server is not trusted. Append the token to the password, or add the address to the trusted ranges of the org.',
  },
  {
    name: 'lockedOut',
    pattern: /PASSWORD_LOCKOUT/,
    text: 'The Salesforce user is locked out after too many wrong passwords. Unlock the user in Setup, or try again later.',
  },
  {
    name: 'passwordSignInDisabled',
    pattern: /SOAP API login\(\) is disabled|API_DISABLED_FOR_ORG/,
    text: 'The org does not accept user name and password from programs. Connect in the browser, or have an administrator enable SOAP API login().',
  },
  {
    name: 'passwordExpired',
    pattern: /PASSWORD_EXPIRED|INVALID_OPERATION_WITH_EXPIRED_PASSWORD/,
    text: 'The password has expired. Change it in Salesforce and enter the new one.',
  },
  {
    name: 'wrongPassword',
    pattern: /INVALID_LOGIN|authentication failure/i,
    text: 'The user name, the password or the security token is wrong, or the user is locked out.',
  },
]

/** A refusal that Salesforce sent to the callback URL, with `error` and `error_description` as it words them. */
export function callbackRefusal(given: {
  readonly error?: string | undefined
  readonly errorDescription?: string | undefined
}): SalesforceError {
  const { error = 'unknown_error', errorDescription = '' } = given
  const message = `Salesforce refused the sign-in: ${error}. ${errorDescription}`.slice(0, 500)
  return new SalesforceError('fault', message, { salesforceCode: error })
}

/**
 * What a refused sign-in or refresh means and what to do about it; null for errors that are no refusal (a connection
 * that broke, a busy service) and for refusals that are not known.
 */
export function explainSignInRefusal({ salesforceCode, message }: SalesforceError): SignInRefusal | null {
  if (salesforceCode === undefined) return null
  const said = `${salesforceCode}: ${message}`
  const sign = signs.find(({ pattern }) => pattern.test(said))
  return sign === undefined ? null : { name: sign.name, text: sign.text }
}
