import { SalesforceError } from './errors.ts'

/** The same error without the given secrets in its message: a server may quote what it was sent. */
export function redact(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof SalesforceError)) return error
  const message = withoutSecrets(error.message, secrets)
  if (message === error.message) return error
  return new SalesforceError(error.code, message, {
    salesforceCode: error.salesforceCode,
    status: error.status,
    retryable: error.retryable,
    outcomeUnknown: error.outcomeUnknown,
    retryAfterSeconds: error.retryAfterSeconds,
  })
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text
  for (const secret of secrets) {
    if (secret !== '') result = result.replaceAll(secret, '(secret)')
  }
  return result
}
