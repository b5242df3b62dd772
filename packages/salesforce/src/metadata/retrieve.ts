import type { CallOptions, Connection } from '../connection.ts'
import { SalesforceError } from '../errors.ts'
import { transferLimits } from '../limits.ts'
import { yieldEventLoop } from '../yield-event-loop.ts'
import { openBase64Sink } from '../soap/base64-file.ts'
import { metadataCall, onlyResult } from '../soap/call.ts'
import { childText, element } from '../soap/xml.ts'
import {
  filesPassedOver,
  readRetrieveResult,
  type RetrieveMessage,
  type RetrieveResult,
} from './retrieve-result.ts'

export interface RetrieveRequest extends CallOptions {
  /** Full names by metadata type; `*` where the type allows it. */
  members: ReadonlyMap<string, readonly string[]>
  /** Shape of the files. Default: the connection's. */
  apiVersion?: string
}

/**
 * Asks the org to build an archive; gives the id to poll with. Entries come under `unpackaged/`.
 * Repeating it only makes the org build a second archive.
 */
export async function startRetrieve(connection: Connection, request: RetrieveRequest): Promise<string> {
  const version = request.apiVersion ?? connection.apiVersion
  // Thousands of names are some milliseconds of work, and many retrieves are started at once.
  await yieldEventLoop()
  const results = await metadataCall(connection, {
    operation: 'retrieve',
    isNewWork: true,
    content:
      '<retrieveRequest>' +
      element('apiVersion', version) +
      element('singlePackage', false) +
      `<unpackaged>${[...request.members].map(([type, names]) => typeXml(type, names)).join('')}` +
      `${element('version', version)}</unpackaged></retrieveRequest>`,
    signal: request.signal,
  })
  const id = childText(onlyResult(results), 'id')
  if (id === null) throw new SalesforceError('badResponse', 'Salesforce gave no id for the retrieve.')
  return id
}

function typeXml(type: string, names: readonly string[]): string {
  return `<types>${names.map((name) => element('members', name)).join('')}${element('name', type)}</types>`
}

/** Where a retrieve stands, without taking the archive. */
export async function checkRetrieve(
  connection: Connection,
  id: string,
  options: CallOptions = {},
): Promise<RetrieveResult> {
  const results = await metadataCall(connection, {
    operation: 'checkRetrieveStatus',
    content: element('asyncProcessId', id) + element('includeZip', false),
    elementSink: filesPassedOver,
    signal: options.signal,
  })
  return readRetrieveResult(onlyResult(results))
}

export interface DownloadOptions extends CallOptions {
  /** Where the archive goes; the file appears only when it is complete. */
  toFile: string
  /** Default 128 MiB; Salesforce itself stops at 39 MB. */
  maxArchiveBytes?: number
}

export interface DownloadedArchive {
  sizeBytes: number
  messages: RetrieveMessage[]
}

/**
 * Takes the archive of a finished retrieve into a file, decoding it as it arrives. Salesforce deletes the archive
 * after the first complete download.
 * @throws SalesforceError `notFound` when the archive was sent before, so that only a new retrieve helps; `badResponse`
 *   when the retrieve is not done; `limitExceeded` or `fault` when it has failed
 */
export async function downloadRetrieve(
  connection: Connection,
  id: string,
  options: DownloadOptions,
): Promise<DownloadedArchive> {
  const sink = await openBase64Sink(options.toFile, options.maxArchiveBytes ?? 128 * 1024 * 1024)
  try {
    const results = await metadataCall(connection, {
      operation: 'checkRetrieveStatus',
      content: element('asyncProcessId', id) + element('includeZip', true),
      limits: transferLimits,
      elementSink: filesPassedOver,
      textSink: { element: 'zipFile', write: async (text) => sink.write(text) },
      signal: options.signal,
    })
    const result = readRetrieveResult(onlyResult(results))
    refuseUnfinished(result, sink.size())
    await sink.commit()
    return { sizeBytes: sink.size(), messages: result.messages }
  } catch (error) {
    await sink.discard()
    throw error
  }
}

function refuseUnfinished(result: RetrieveResult, sizeBytes: number): void {
  if (result.status === 'Failed') {
    const code = result.errorStatusCode === 'LIMIT_EXCEEDED' ? 'limitExceeded' : 'fault'
    throw new SalesforceError(code, result.errorMessage ?? 'The retrieve failed.', {
      salesforceCode: result.errorStatusCode ?? undefined,
    })
  }
  if (!result.done) {
    throw new SalesforceError('badResponse', 'Salesforce answered before the retrieve was done.', {
      retryable: true,
    })
  }
  // Asking again would not help: the archive is deleted once it has been sent.
  if (sizeBytes === 0) throw new SalesforceError('notFound', 'Salesforce no longer has the archive.')
}
