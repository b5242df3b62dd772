import { sameId } from '../ids.ts'
import type { SObjectRecord } from '../records.ts'
import type { Condition, Literal, SoqlQuery } from './soql.ts'

/**
 * Reads a field of a row, by its path (`Profile.Name`); null when something on the way is
 * null. Throws QueryError for an unknown field.
 */
export type Read = (row: SObjectRecord, path: string) => Promise<unknown>

/**
 * Rows for which a condition holds. Texts are compared without regard to case, ids with 15 or
 * 18 characters; null is equal to null only, and neither greater nor smaller than anything
 * (SOQL rules).
 */
export async function filter(
  rows: SObjectRecord[],
  condition: Condition,
  read: Read,
): Promise<SObjectRecord[]> {
  const kept: SObjectRecord[] = []
  for (const row of rows) if (await holds(row, condition, read)) kept.push(row)
  return kept
}

async function holds(row: SObjectRecord, condition: Condition, read: Read): Promise<boolean> {
  if (condition.kind === 'not') return !(await holds(row, condition.part, read))
  if (condition.kind === 'compare') {
    const value = await read(row, condition.path)
    return compares(value, condition.operator, condition.values)
  }
  for (const part of condition.parts) {
    const result = await holds(row, part, read)
    if (result !== (condition.kind === 'and')) return result
  }
  return condition.kind === 'and'
}

function compares(value: unknown, operator: string, values: Literal[]): boolean {
  if (operator === 'IN' || operator === 'INCLUDES') return values.some((literal) => equal(value, literal))
  if (operator === 'NOT IN' || operator === 'EXCLUDES')
    return !values.some((literal) => equal(value, literal))
  const literal = values[0] ?? null
  if (operator === '=') return equal(value, literal)
  if (operator === '!=') return !equal(value, literal)
  if (operator === 'LIKE') return likePattern(textOf(literal)).test(textOf(value))
  if (value === null || value === undefined || literal === null) return false
  const order = compareValues(value, typeof literal === 'object' ? literal.date : literal)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

/** Sandbox states are written as labels and asked for as codes too. */
const statusCodes: Readonly<Record<string, string>> = { D: 'Deleted', E: 'Deleting' }

function equal(value: unknown, literal: Literal): boolean {
  if (literal === null || value === null || value === undefined) return (value ?? null) === literal
  if (typeof literal === 'object') return Date.parse(textOf(value)) === Date.parse(literal.date)
  if (typeof literal !== 'string') return value === literal
  const text = textOf(value)
  if (/^[a-zA-Z0-9]{18}$/.test(text) && (literal.length === 15 || literal.length === 18))
    return sameId(text, literal)
  return text.toLowerCase() === literal.toLowerCase() || statusCodes[literal] === text
}

function likePattern(pattern: string): RegExp {
  const escaped = pattern
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('%', '.*')
    .replaceAll('_', '.')
  return new RegExp(`^${escaped}$`, 'is')
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [textOf(a), textOf(b)]
  if (/^\d{4}-\d{2}-\d{2}/.test(left) && /^\d{4}-\d{2}-\d{2}/.test(right))
    return Date.parse(left) - Date.parse(right)
  return left.toLowerCase() < right.toLowerCase() ? -1 : left.toLowerCase() > right.toLowerCase() ? 1 : 0
}

/**
 * Rows in the order that a query asks for; nulls come first unless it says otherwise, equal
 * rows keep their order.
 */
export async function sort(rows: SObjectRecord[], query: SoqlQuery, read: Read): Promise<SObjectRecord[]> {
  const keyed: { row: SObjectRecord; keys: unknown[] }[] = []
  for (const row of rows) {
    const keys: unknown[] = []
    for (const ordering of query.orderBy) keys.push(await read(row, ordering.path))
    keyed.push({ row, keys })
  }
  keyed.sort((a, b) => {
    for (const [index, ordering] of query.orderBy.entries()) {
      const [left, right] = [a.keys[index] ?? null, b.keys[index] ?? null]
      if (left === null && right === null) continue
      if (left === null || right === null) return (left === null) === (ordering.nullsLast ?? false) ? 1 : -1
      const order = compareValues(left, right)
      if (order !== 0) return ordering.descending ? -order : order
    }
    return 0
  })
  return keyed.map((entry) => entry.row)
}

/** A plain value as text; objects have none. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
