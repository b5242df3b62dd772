import type { RequestBody } from '@sluice/http/messages'

/** What every SOAP request of Salesforce needs; the action is always empty. */
export const soapHeaders = { 'content-type': 'text/xml; charset=UTF-8', soapaction: '""' }

/** Content that is too long for a string: produced in pieces, with its length in bytes known before. */
export interface SoapStream {
  length: number
  open(): AsyncIterable<Uint8Array>
}

/** The bytes of an envelope whose middle may be streamed. */
export function soapBody(start: string, content: string | SoapStream, end: string): RequestBody {
  const before = Buffer.from(typeof content === 'string' ? start + content : start)
  const after = Buffer.from(end)
  const stream = typeof content === 'string' ? undefined : content
  return {
    length: before.length + (stream?.length ?? 0) + after.length,
    async *open() {
      yield before
      if (stream !== undefined) yield* stream.open()
      yield after
    },
  }
}
