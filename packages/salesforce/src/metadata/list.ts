import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { ownTurn } from '../http/own-turn.ts'
import { metadataCall } from '../soap/call.ts'
import { element } from '../soap/xml.ts'
import { readFileProperties, type FileProperties } from './file-properties.ts'

export interface ListQuery {
  type: string
  /** Needed for the types that live in folders. */
  folder?: string | undefined
}

/** Salesforce's own limit (salesforce-protocol.md section 6). */
export const maxListQueries = 3

/**
 * The components of up to three types or folders. One bad type makes the whole call fail: when it matters which
 * one, ask for one at a time.
 * @throws SalesforceError `fault` with salesforceCode INVALID_TYPE, `limitExceeded` for more than three queries
 */
export async function listMetadata(
  connection: Connection,
  queries: readonly ListQuery[],
  options: CallOptions = {},
): Promise<FileProperties[]> {
  if (queries.length > maxListQueries) {
    throw new SalesforceError('limitExceeded', `A list call takes at most ${maxListQueries} queries.`)
  }
  const results = await metadataCall(connection, {
    operation: 'listMetadata',
    content: queries.map((query) => queryXml(query)).join('') + element('asOfVersion', connection.apiVersion),
    signal: options.signal,
  })
  // Thousands of components: not in the turn that read the end of the reply.
  await ownTurn()
  const fallbackType = queries.length === 1 ? (queries[0]?.type ?? '') : ''
  return results.map((result) => readFileProperties(result, fallbackType))
}

function queryXml(query: ListQuery): string {
  const folder = query.folder === undefined ? '' : element('folder', query.folder)
  return `<queries>${folder}${element('type', query.type)}</queries>`
}
