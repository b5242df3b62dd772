import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { isRecord, recordsOf, textOf, type JsonRecord } from '../json.ts'
import { measuredCall } from '../rest.ts'

export interface QueryOptions extends CallOptions {
  /** Ask the Tooling API, which knows other objects than the data API. Default false. */
  tooling?: boolean
}

/** Pages of one query: half a million records or more. */
const mostPages = 1_000
/** Of all pages of one query together, as text. */
const mostLength = 256 * 1024 * 1024

/**
 * Runs a SOQL query and yields its records, fetching page after page (2,000 rows each) as they are consumed.
 * @throws SalesforceError `tooLarge` for more than 1,000 pages or 256 MB, `badResponse` for a page that comes again, `fault` with salesforceCode INVALID_TYPE, INVALID_FIELD, MALFORMED_QUERY …
 */
export async function* query(
  connection: Connection,
  soql: string,
  options: QueryOptions = {},
): AsyncGenerator<JsonRecord> {
  const base = `/services/data/v${connection.apiVersion}${options.tooling === true ? '/tooling' : ''}/query`
  let path: string | null = `${base}?q=${encodeURIComponent(soql)}`
  let length = 0
  const seen = new Set<string>()
  while (path !== null) {
    if (seen.has(path))
      throw new SalesforceError('badResponse', 'Salesforce answered a query with the same page again.')
    if (seen.size === mostPages || length > mostLength)
      throw new SalesforceError(
        'tooLarge',
        `Salesforce answered a query with more than ${limitWords(seen.size)}.`,
      )
    seen.add(path)
    const answer = await measuredCall(connection, { method: 'GET', path, signal: options.signal })
    length += answer.length
    const page = answer.value
    if (!isRecord(page) || !Array.isArray(page['records'])) {
      throw new SalesforceError('badResponse', 'Salesforce answered a query without records.', {
        retryable: true,
      })
    }
    yield* recordsOf(page, 'records')
    path = nextPath(page)
  }
}

const limitWords = (pages: number) =>
  pages === mostPages ? `${mostPages.toLocaleString('en-US')} pages` : `${mostLength / 1024 / 1024} MB`

/** All records of a query. For results that are known to fit into memory. */
export async function queryAll(
  connection: Connection,
  soql: string,
  options: QueryOptions = {},
): Promise<JsonRecord[]> {
  const records: JsonRecord[] = []
  for await (const record of query(connection, soql, options)) records.push(record)
  return records
}

function nextPath(page: JsonRecord): string | null {
  const next = page['done'] === false ? textOf(page, 'nextRecordsUrl') : null
  // Only a path of the same org: a full address would carry the session elsewhere.
  if (next !== null && !next.startsWith('/services/data/')) {
    throw new SalesforceError('badResponse', 'Salesforce named a next page outside of its own paths.')
  }
  return next
}

/** A text as a SOQL literal, quoted and escaped. */
export function soqlText(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

/** A time as a SOQL literal. */
export function soqlTime(value: Date): string {
  return value.toISOString()
}
