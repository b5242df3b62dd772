import { sameId } from '../ids.ts'
import type { Org } from '../org.ts'
import type { SObjectRecord } from '../records.ts'
import { findSObject } from './catalogue.ts'
import { filter, sort } from './conditions.ts'
import { fieldNamed, shownValue } from './sobjects.ts'
import type { SObjectType } from './sobjects.ts'
import { parseSoql, SoqlError } from './soql.ts'
import type { SoqlQuery } from './soql.ts'
import { wording } from '../wording.ts'

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

/** Where a query runs; the version appears in the addresses of records. */
interface Scope {
  org: Org
  api: 'data' | 'tooling'
  version: string
}

/**
 * Parses and runs a query. Throws QueryError: MALFORMED_QUERY, INVALID_TYPE or INVALID_FIELD,
 * in the words of the service, because one client falls back on the text of INVALID_FIELD
 * (seen in its source). Fields are checked even when no row is found.
 */
export async function runQuery(scope: Scope, soql: string): Promise<QueryResult> {
  const query = parse(soql)
  const type = findSObject(scope.org, query.object, scope.api)
  if (!type) throw new QueryError('INVALID_TYPE', wording.records.objectOfQuery(soql, query.object))
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

  /** Rows of an object, read once per query. */
  async rows(type: SObjectType): Promise<SObjectRecord[]> {
    const known = this.#rows.get(type.name)
    if (known) return known
    const rows = await type.rows(this.#scope.org)
    this.#rows.set(type.name, rows)
    return rows
  }

  /**
   * The value at a path, through relationships and into complex values; null where the way
   * ends.
   */
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

  /**
   * A row as the API answers it: `attributes` first, then the fields asked for, related
   * records nested.
   */
  async show(type: SObjectType, row: SObjectRecord, paths: string[]): Promise<Record<string, unknown>> {
    const shown: Record<string, unknown> = { attributes: this.#attributes(type, row) }
    const nested = new Map<string, string[]>()
    for (const path of paths) {
      const [head = '', ...rest] = path.split('.')
      if (rest.length === 0) {
        const field = this.#field(type, head)
        shown[field] = shownValue(type.fields[field], row[field])
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
      throw new QueryError('INVALID_FIELD', wording.records.columnOfQuery(name, type.name))
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
