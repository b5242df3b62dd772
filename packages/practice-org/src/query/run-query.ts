import { sameId } from '../ids.ts'
import type { Org } from '../org.ts'
import type { SObjectRecord } from '../records.ts'
import { findSObject } from './catalogue.ts'
import { fieldNamed } from './sobjects.ts'
import type { SObjectType } from './sobjects.ts'
import { parseSoql, SoqlError } from './soql.ts'
import type { Condition, Literal, SoqlQuery } from './soql.ts'

/** A query that the org refuses: the code is the REST error code. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What a query found: whole rows in order, and how to show them. */
export interface QueryResult {
  type: SObjectType
  query: SoqlQuery
  records: Record<string, unknown>[]
}

interface Scope {
  org: Org
  api: 'data' | 'tooling'
  version: string
}

/** Parses and runs a query. Throws QueryError. */
export async function runQuery(scope: Scope, soql: string): Promise<QueryResult> {
  const query = parse(soql)
  const type = findSObject(scope.org, query.object, scope.api)
  if (!type)
    throw new QueryError(
      'INVALID_TYPE',
      `\n${soql.slice(0, 80)}\nERROR at Row:1:Column:1\nsObject type '${query.object}' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. Please reference your WSDL or the describe call for the appropriate names.`,
    )
  const resolver = new Resolver(scope)
  let rows = await resolver.rows(type)
  if (query.where) rows = await filter(rows, query.where, (row, path) => resolver.value(type, row, path))
  if (query.orderBy.length > 0) rows = await sort(rows, query, (row, path) => resolver.value(type, row, path))
  const end = query.limit === undefined ? undefined : query.offset + query.limit
  rows = rows.slice(query.offset, end)
  for (const field of expand(type, query)) await resolver.check(type, field)
  const records: Record<string, unknown>[] = []
  for (const row of rows) records.push(await resolver.show(type, row, expand(type, query)))
  return { type, query, records }
}

function parse(soql: string): SoqlQuery {
  try {
    return parseSoql(soql)
  } catch (error) {
    if (error instanceof SoqlError) throw new QueryError('MALFORMED_QUERY', error.message)
    throw error
  }
}

/** The fields to show; FIELDS(ALL) and its relatives mean all of them. */
function expand(type: SObjectType, query: SoqlQuery): string[] {
  if (query.isCount) return []
  return query.fields.flatMap((field) => (field.startsWith('FIELDS(') ? Object.keys(type.fields) : [field]))
}

/** Reads fields of rows, following relationships to other objects. */
class Resolver {
  readonly #scope: Scope
  readonly #rows = new Map<string, SObjectRecord[]>()

  constructor(scope: Scope) {
    this.#scope = scope
  }

  async rows(type: SObjectType): Promise<SObjectRecord[]> {
    const known = this.#rows.get(type.name)
    if (known) return known
    const rows = await type.rows(this.#scope.org)
    this.#rows.set(type.name, rows)
    return rows
  }

  async value(type: SObjectType, row: SObjectRecord, path: string): Promise<unknown> {
    const [head = '', ...rest] = path.split('.')
    if (rest.length === 0) return row[this.#field(type, head)] ?? null
    const target = await this.#follow(type, row, head)
    if (target === undefined) return null
    if ('plain' in target) return member(target.plain, rest)
    return this.value(target.type, target.row, rest.join('.'))
  }

  /** Throws when a field does not exist, also when there is no row to show it. */
  async check(type: SObjectType, path: string): Promise<void> {
    const [head = '', ...rest] = path.split('.')
    if (rest.length === 0) {
      if (!head.startsWith('COUNT(')) this.#field(type, head)
      return
    }
    if (!relationshipOf(type, head)) this.#field(type, head)
  }

  async show(type: SObjectType, row: SObjectRecord, paths: string[]): Promise<Record<string, unknown>> {
    const shown: Record<string, unknown> = { attributes: this.#attributes(type, row) }
    const nested = new Map<string, string[]>()
    for (const path of paths) {
      const [head = '', ...rest] = path.split('.')
      if (rest.length === 0) {
        const field = this.#field(type, head)
        shown[field] = row[field] ?? null
      } else nested.set(head, [...(nested.get(head) ?? []), rest.join('.')])
    }
    for (const [head, rest] of nested) {
      const target = await this.#follow(type, row, head)
      const name = relationshipOf(type, head)?.name ?? this.#field(type, head)
      if (target === undefined) shown[name] = null
      else if ('plain' in target) shown[name] = target.plain
      else shown[name] = await this.show(target.type, target.row, rest)
    }
    return shown
  }

  #attributes(type: SObjectType, row: SObjectRecord): Record<string, string> {
    const api = this.#scope.api === 'tooling' ? 'tooling/' : ''
    return {
      type: type.name,
      url: `/services/data/v${this.#scope.version}/${api}sobjects/${type.name}/${row.Id}`,
    }
  }

  async #follow(
    type: SObjectType,
    row: SObjectRecord,
    head: string,
  ): Promise<{ type: SObjectType; row: SObjectRecord } | { plain: object } | undefined> {
    const relationship = relationshipOf(type, head)
    if (!relationship) {
      const value = row[this.#field(type, head)]
      return typeof value === 'object' && value !== null ? { plain: value } : undefined
    }
    const target = findSObject(this.#scope.org, relationship.object, this.#scope.api)
    const id = row[relationship.field]
    if (!target || typeof id !== 'string') return undefined
    const found = (await this.rows(target)).find((candidate) => sameId(candidate.Id, id))
    return found && { type: target, row: found }
  }

  #field(type: SObjectType, name: string): string {
    const field = fieldNamed(type, name)
    if (field === undefined)
      throw new QueryError(
        'INVALID_FIELD',
        `\nSELECT ${name} FROM ${type.name}\n       ^\nERROR at Row:1:Column:8\nNo such column '${name}' on entity '${type.name}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. Please reference your WSDL or the describe call for the appropriate names.`,
      )
    return field
  }
}

function relationshipOf(
  type: SObjectType,
  head: string,
): { name: string; object: string; field: string } | undefined {
  for (const [name, relationship] of Object.entries(type.relationships ?? {})) {
    if (name.toLowerCase() === head.toLowerCase()) return { name, ...relationship }
  }
  return undefined
}

function member(plain: object, path: string[]): unknown {
  let value: unknown = plain
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return null
    value = Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? null
  }
  return value
}

type Read = (row: SObjectRecord, path: string) => Promise<unknown>

async function filter(rows: SObjectRecord[], condition: Condition, read: Read): Promise<SObjectRecord[]> {
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
  if (operator === 'LIKE') return likePattern(String(literal)).test(String(value ?? ''))
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
  if (typeof literal === 'object') return Date.parse(String(value)) === Date.parse(literal.date)
  if (typeof literal !== 'string') return value === literal
  const text = String(value)
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
  const [left, right] = [String(a), String(b)]
  if (/^\d{4}-\d{2}-\d{2}/.test(left) && /^\d{4}-\d{2}-\d{2}/.test(right))
    return Date.parse(left) - Date.parse(right)
  return left.toLowerCase() < right.toLowerCase() ? -1 : left.toLowerCase() > right.toLowerCase() ? 1 : 0
}

async function sort(rows: SObjectRecord[], query: SoqlQuery, read: Read): Promise<SObjectRecord[]> {
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
