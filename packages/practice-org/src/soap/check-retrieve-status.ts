import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import type { Practice } from '../practice.ts'
import type { RetrieveRequest } from '../retrieve/requests.ts'
import { textOf } from '../xml/element.ts'
import { SoapFault, namespaces } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { closeResponse, openResponse, soapAnswer, xmlAnswer } from './soap-answers.ts'
import { breathing, pieces } from './soap-xml.ts'
import type { SoapValue } from './soap-xml.ts'
import { wording } from '../wording.ts'

/**
 * checkRetrieveStatus: with the archive unless includeZip is false; the archive can be fetched
 * once (documented), after that `zipFile` is nil. A failed retrieve is a result with status
 * Failed, not a fault.
 */
export async function checkRetrieveStatus(practice: Practice, org: Org, call: SoapCall): Promise<Answer> {
  const id = textOf(call.body, 'asyncProcessId') ?? call.body.children[0]?.text ?? ''
  const includeZip = textOf(call.body, 'includeZip') !== 'false'
  const request = org.retrieves.find(id)
  if (!request) throw new SoapFault('INVALID_CROSS_REFERENCE_KEY', wording.call.crossReference(id))
  const head = statusOf(request)
  if (request.status !== 'Succeeded') return soapAnswer('checkRetrieveStatus', [head])
  const file = org.retrieves.archiveOf(request)
  if (!includeZip || request.taken || !existsSync(file))
    return soapAnswer('checkRetrieveStatus', [{ ...head, zipFile: null }])
  const fault = practice.faults.take(['slowDrip', 'cutArchive'], 'checkRetrieveStatus', org.info.id)
  const drip = fault?.kind === 'slowDrip' ? fault.delayMs : 0
  const isCut = fault?.kind === 'cutArchive'
  return { ...xmlAnswer(200, withArchive(org, request, { head, drip, isCut })), isPacked: true }
}

/** The RetrieveResult without its archive, fields in the order of the WSDL. */
function statusOf(request: RetrieveRequest): Record<string, SoapValue> {
  const done = request.status === 'Succeeded' || request.status === 'Failed'
  return {
    done,
    errorMessage: request.errorMessage,
    errorStatusCode: request.errorStatusCode,
    fileProperties: done ? request.fileProperties : undefined,
    id: request.id,
    messages: done ? request.messages : undefined,
    status: request.status,
    success: request.status === 'Succeeded',
    ...(request.status === 'Succeeded' ? {} : { zipFile: null }),
  }
}

/**
 * Streams the answer: the archive is encoded piece by piece and removed once it went out. Where the
 * org forgets the archives of downloads that broke off, it is removed before the first piece: the
 * service deletes an archive with its download (documented), and clients found it gone after a
 * broken one (public output in forceworkbench issue 672).
 */
async function* withArchive(
  org: Org,
  request: RetrieveRequest,
  how: { head: Record<string, SoapValue>; drip: number; isCut: boolean },
): AsyncGenerator<string> {
  const file = await open(org.retrieves.archiveOf(request))
  const { size } = await file.stat()
  const end = how.isCut ? Math.floor(size / 2) : size
  if (how.isCut || org.holds('forgetsCutArchives')) await org.retrieves.take(request)
  try {
    yield openResponse('checkRetrieveStatus', namespaces.metadata)
    yield '<result>'
    for (const [name, value] of Object.entries(how.head)) yield* breathing(pieces(name, value))
    yield '<zipFile>'
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of file.createReadStream({
      highWaterMark: 192 * 1024,
      end: Math.max(0, end - 1),
    })) {
      const bytes = Buffer.concat([rest, Buffer.from(chunk)])
      const usable = bytes.length - (bytes.length % 3)
      rest = bytes.subarray(usable)
      yield bytes.subarray(0, usable).toString('base64')
      if (how.drip > 0) await new Promise((resolve) => setTimeout(resolve, how.drip))
    }
    if (how.isCut) {
      // What was written so far has to leave the process before the connection ends.
      await new Promise((resolve) => setTimeout(resolve, 10))
      throw new Error('The download is cut off')
    }
    yield `${rest.toString('base64')}</zipFile></result>${closeResponse('checkRetrieveStatus')}`
    await org.retrieves.take(request)
  } finally {
    await file.close()
  }
}
