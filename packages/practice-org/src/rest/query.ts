import { json, restError } from '../http/answers.ts'
import type { Answer } from '../http/request.ts'
import { randomText } from '../ids.ts'
import type { Org } from '../org.ts'
import { QueryError, runQuery } from '../query/run-query.ts'
import type { QueryResult } from '../query/run-query.ts'
import type { RestCall } from './rest-door.ts'
import { wording } from '../wording.ts'

/** Documented: a page of a query has at most 2,000 records. */
const pageSize = 2_000
/** Pages that wait to be fetched, by locator. */
const cursors = new Map<
  string,
  { orgId: string; records: Record<string, unknown>[]; api: 'data' | 'tooling'; object: string }
>()
/** Old locators die, as on the service: clients have to handle INVALID_QUERY_LOCATOR. */
const keptCursors = 50

/**
 * GET query/?q= and tooling/query/?q=. 400 with MALFORMED_QUERY, INVALID_TYPE or
 * INVALID_FIELD. With `columns=true` the answer describes the columns and has no records; one
 * command-line client needs columnMetadata to be an array (seen on the wire).
 */
export async function query(rest: RestCall, api: 'data' | 'tooling'): Promise<Answer> {
  const { org, version, call } = rest
  const soql = call.query.get('q') ?? ''
  try {
    const result = await runQuery({ org, api, version }, soql)
    if (call.query.get('columns') === 'true') return json(200, columnsOf(result))
    return json(200, page(rest, api, result))
  } catch (error) {
    if (error instanceof QueryError) return restError(400, error.code, error.message)
    throw error
  }
}

/**
 * GET query/<locator>-<offset>: a further page of what the query found when it ran; later
 * changes do not show. 400 INVALID_QUERY_LOCATOR for a locator of another org or one that is
 * forgotten.
 */
export function queryMore({ org, version, call }: RestCall): Answer {
  const [locator = '', offset = ''] = (call.params[0] ?? '').split('-')
  const cursor = cursors.get(locator)
  if (!cursor || cursor.orgId !== org.info.id)
    return restError(400, 'INVALID_QUERY_LOCATOR', wording.call.queryLocator)
  return json(200, pageOf(cursor, { locator, offset: Number(offset), version }))
}

/** The first page. A COUNT() answers totalSize without records. */
function page({ org, version }: RestCall, api: 'data' | 'tooling', result: QueryResult): unknown {
  if (result.query.isCount) {
    const total = result.records.length
    return api === 'tooling'
      ? {
          size: total,
          totalSize: total,
          done: true,
          queryLocator: null,
          entityTypeName: result.type.name,
          records: [],
        }
      : { totalSize: total, done: true, records: [] }
  }
  const cursor = { orgId: org.info.id, records: result.records, api, object: result.type.name }
  const locator = `01g${randomText(15)}`
  if (result.records.length > pageSize) keepCursor(locator, cursor)
  return pageOf(cursor, { locator, offset: 0, version })
}

function keepCursor(
  locator: string,
  cursor: {
    orgId: Org['info']['id']
    records: Record<string, unknown>[]
    api: 'data' | 'tooling'
    object: string
  },
): void {
  const oldest = cursors.keys().next().value
  if (cursors.size >= keptCursors && oldest !== undefined) cursors.delete(oldest)
  cursors.set(locator, cursor)
}

/**
 * One page as the API writes it. Tooling adds size, queryLocator and entityTypeName;
 * `nextRecordsUrl` is there only when more follows, `totalSize` always counts everything.
 */
function pageOf(
  cursor: { records: Record<string, unknown>[]; api: 'data' | 'tooling'; object: string },
  at: { locator: string; offset: number; version: string },
): unknown {
  const records = cursor.records.slice(at.offset, at.offset + pageSize)
  const next = at.offset + pageSize
  const done = next >= cursor.records.length
  const path = cursor.api === 'tooling' ? 'tooling/query' : 'query'
  const more = done ? {} : { nextRecordsUrl: `/services/data/v${at.version}/${path}/${at.locator}-${next}` }
  const head =
    cursor.api === 'tooling'
      ? {
          size: records.length,
          totalSize: cursor.records.length,
          done,
          ...more,
          queryLocator: null,
          entityTypeName: cursor.object,
        }
      : { totalSize: cursor.records.length, done, ...more }
  return { ...head, records }
}

/** What `columns=true` asks for: the shape of the result instead of the result. */
function columnsOf({ type, query: statement }: QueryResult): unknown {
  const columnMetadata = statement.fields.map((field) => {
    const kind = type.fields[field] ?? 'string'
    return {
      aggregate: false,
      apexType: 'String',
      booleanType: kind === 'boolean',
      columnName: field,
      custom: field.endsWith('__c'),
      displayName: field,
      foreignKeyName: null,
      insertable: false,
      joinColumns: [],
      numberType: kind === 'int' || kind === 'double',
      textType: kind === 'string',
      updatable: false,
    }
  })
  return {
    columnMetadata,
    entityName: type.name,
    groupBy: false,
    idSelected: statement.fields.includes('Id'),
    keyPrefix: '000',
  }
}
