import { SalesforceError, type SalesforceErrorCode, type SalesforceErrorDetail } from './errors.ts'

interface Meaning {
  code: SalesforceErrorCode
  retryable?: boolean
}

/** What Salesforce's own codes mean to a caller; everything else is a `fault`. */
const meanings: Readonly<Record<string, Meaning>> = {
  INVALID_SESSION_ID: { code: 'invalidSession' },
  INVALID_LOGIN: { code: 'invalidCredentials' },
  LOGIN_MUST_USE_SECURITY_TOKEN: { code: 'invalidCredentials' },
  PASSWORD_LOCKOUT: { code: 'invalidCredentials' },
  LOGIN_DURING_RESTRICTED_DOMAIN: { code: 'invalidCredentials' },
  LOGIN_DURING_RESTRICTED_TIME: { code: 'invalidCredentials' },
  INVALID_OPERATION_WITH_EXPIRED_PASSWORD: { code: 'passwordExpired' },
  API_DISABLED_FOR_ORG: { code: 'loginDisabled' },
  REQUEST_LIMIT_EXCEEDED: { code: 'requestLimitExceeded', retryable: true },
  RATE_EXCEEDED: { code: 'requestLimitExceeded', retryable: true },
  UNABLE_TO_LOCK_ROW: { code: 'lockRow', retryable: true },
  ALREADY_IN_PROCESS: { code: 'lockRow', retryable: true },
  UNSUPPORTED_API_VERSION: { code: 'unsupportedApiVersion' },
  LIMIT_EXCEEDED: { code: 'limitExceeded' },
  NOT_FOUND: { code: 'notFound' },
  UNKNOWN_EXCEPTION: { code: 'internal', retryable: true },
  SERVER_UNAVAILABLE: { code: 'internal', retryable: true },
  QUERY_TIMEOUT: { code: 'internal', retryable: true },
  API_CURRENTLY_DISABLED: { code: 'internal', retryable: true },
  INVALID_QUERY_LOCATOR: { code: 'internal', retryable: true },
}

/** Sessions that a refresh cannot cure, although they come as INVALID_SESSION_ID. */
const incurableSession =
  /Connected app is not attached to Agent|This session is not valid for use with the REST API/
/** Of the limits that come as REQUEST_LIMIT_EXCEEDED (`ConcurrentRequests (Concurrent API Requests) Limit exceeded`) the daily one. */
const dailyLimitText = /TotalRequests/
const loginDisabledText = /SOAP API login\(\) is disabled/

/** The error for a code and a text that Salesforce itself sent. */
export function failureFor(
  salesforceCode: string,
  text: string,
  detail: SalesforceErrorDetail = {},
): SalesforceError {
  const meaning = meaningOf(salesforceCode, text)
  const body = text.startsWith(salesforceCode) ? text : `${salesforceCode}: ${text}`
  return new SalesforceError(meaning.code, body.slice(0, 2_000), {
    ...detail,
    salesforceCode,
    retryable: meaning.retryable ?? false,
  })
}

function meaningOf(salesforceCode: string, text: string): Meaning {
  if (loginDisabledText.test(text)) return { code: 'loginDisabled' }
  if (salesforceCode === 'INVALID_SESSION_ID' && incurableSession.test(text)) return { code: 'fault' }
  if (salesforceCode === 'REQUEST_LIMIT_EXCEEDED' && dailyLimitText.test(text))
    return { code: 'dailyLimitExceeded' }
  return meanings[salesforceCode] ?? { code: 'fault' }
}

/** The error for a reply that says nothing but its status, such as an HTML page of a gateway. */
export function failureForStatus(status: number, detail: SalesforceErrorDetail = {}): SalesforceError {
  const meaning = meaningOfStatus(status)
  return new SalesforceError(meaning.code, `Salesforce answered with HTTP status ${status}.`, {
    ...detail,
    status,
    retryable: meaning.retryable ?? false,
  })
}

function meaningOfStatus(status: number): Meaning {
  if (status === 401) return { code: 'invalidSession' }
  if (status === 404) return { code: 'notFound' }
  if (status === 410) return { code: 'unsupportedApiVersion' }
  if (status === 413) return { code: 'tooLarge' }
  if (status === 429) return { code: 'requestLimitExceeded', retryable: true }
  if (status === 420 || status >= 500) return { code: 'internal', retryable: true }
  return { code: 'badResponse' }
}
