import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { metadataCall } from '../soap/call.ts'
import { element } from '../soap/xml.ts'
import { readFileProperties, type FileProperties } from './file-properties.ts'

export interface ListQuery {
  type: string
  /** Needed for the types that live in folders. */
  folder?: string | undefined
}

/** Salesforce's own limit. */
export const maxListQueries = 3

export interface ListReading extends CallOptions {
  /** Gets every component while the answer arrives. What came before an error is worth nothing. */
  readonly each: (component: FileProperties) => void
}

/** The components of up to three types or folders, as a list; where they may be thousands, `readList` holds none. */
export async function listMetadata(
  connection: Connection,
  queries: readonly ListQuery[],
  options: CallOptions = {},
): Promise<FileProperties[]> {
  const components: FileProperties[] = []
  await readList(connection, queries, { ...options, each: (component) => void components.push(component) })
  return components
}

/**
 * Reads the components of up to three types or folders. One bad type makes the whole call fail: when it matters which
 * one, ask for one at a time.
 * @throws SalesforceError `fault` with salesforceCode INVALID_TYPE, `limitExceeded` for more than three queries
 */
export async function readList(
  connection: Connection,
  queries: readonly ListQuery[],
  { each, signal }: ListReading,
): Promise<void> {
  if (queries.length > maxListQueries) {
    throw new SalesforceError('limitExceeded', `A list call takes at most ${maxListQueries} queries.`)
  }
  const fallbackType = queries.length === 1 ? (queries[0]?.type ?? '') : ''
  await metadataCall(connection, {
    operation: 'listMetadata',
    isNewWork: true,
    content: queries.map((query) => queryXml(query)).join('') + element('asOfVersion', connection.apiVersion),
    elementSink: { element: 'result', take: (result) => each(readFileProperties(result, fallbackType)) },
    signal,
  })
}

function queryXml(query: ListQuery): string {
  const folder = query.folder === undefined ? '' : element('folder', query.folder)
  return `<queries>${folder}${element('type', query.type)}</queries>`
}
