const hidden = '[redacted]'

/** Names of fields whose values never reach the log. */
const secretName =
  /pass(word|wd|phrase)|secret|token|authorization|cookie|credential|master_?key|data_?key|private_?key|license_?key|encryption_?key|session_?id|device_?code|sealed|nonce$/i
/** Fields whose names look secret and whose values are not. */
const plainName = /IsSet$|tokenType$/i

/** Patterns of secrets in any text: bearer and basic headers, passwords in addresses, tokens of GitHub, JWTs, Salesforce sessions, PEM keys. */
const secretText: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/g, `$1 ${hidden}`],
  [/([a-z][a-z0-9+.-]*:\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/gi, `$1:${hidden}@`],
  [/\bgh[a-z]_[\w.-]{16,}/g, hidden],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, hidden],
  [/\b00D[A-Za-z0-9]{12,15}(!|%21)[\w.%-]{20,}/g, hidden],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/([?&](?:token|code|access_token|refresh_token|password|key)=)[^\s&"\\]+/gi, `$1${hidden}`],
]

const known = new Set<string>()

/** Values that this process knows to be secret; each is hidden wherever it appears. */
export function hideInLogs(value: string): void {
  if (value.length >= 8) known.add(value)
}

export function redactText(text: string): string {
  let result = text
  for (const value of known) result = result.replaceAll(value, hidden)
  for (const [pattern, replacement] of secretText) result = result.replace(pattern, replacement)
  return result
}

function errorFields(error: Error): Record<string, unknown> {
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause }),
  }
}

const deepest = 8

function redactFields(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
  if (depth > deepest) return '…'
  if (value instanceof Error) return redactFields(errorFields(value), depth + 1)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`
  if (Array.isArray(value)) return value.map((item) => redactFields(item, depth + 1))
  return redactRecord(value, depth + 1)
}

export function redactRecord(record: object, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, item]: [string, unknown]) => [
      name,
      secretName.test(name) &&
      !plainName.test(name) &&
      item !== null &&
      item !== undefined &&
      typeof item !== 'boolean'
        ? hidden
        : redactFields(item, depth),
    ]),
  )
}
