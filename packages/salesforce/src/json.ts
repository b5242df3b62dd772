/** JSON that came from outside: every field is read by a function that says what it expects. */
export type JsonRecord = Record<string, unknown>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object under a name, or an empty one. */
export function recordOf(source: JsonRecord, name: string): JsonRecord {
  const value = source[name]
  return isRecord(value) ? value : {}
}

/** The objects of a list; a single object counts as a list of one, as SOAP shapes turned into JSON have it. */
export function recordsOf(source: JsonRecord, name: string): JsonRecord[] {
  const value = source[name]
  if (Array.isArray(value)) return value.filter((entry) => isRecord(entry))
  return isRecord(value) ? [value] : []
}

/** The text under a name; numbers are written out; null when absent, null or empty. */
export function textOf(source: JsonRecord, name: string): string | null {
  const value = source[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOf(source: JsonRecord, name: string): number | null {
  const value = source[name]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

export function booleanOf(source: JsonRecord, name: string): boolean {
  const value = source[name]
  return value === true || value === 'true'
}
