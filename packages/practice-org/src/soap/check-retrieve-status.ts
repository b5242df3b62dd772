import { createReadStream, existsSync } from 'node:fs'
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
  const drip = practice.faults.take(['slowDrip'], 'checkRetrieveStatus', org.info.id)?.delayMs ?? 0
  return { ...xmlAnswer(200, withArchive(org, request, { head, drip })), isPacked: true }
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

/** Streams the answer: the archive is encoded piece by piece and removed once it went out. */
async function* withArchive(
  org: Org,
  request: RetrieveRequest,
  how: { head: Record<string, SoapValue>; drip: number },
): AsyncGenerator<string> {
  yield openResponse('checkRetrieveStatus', namespaces.metadata)
  yield '<result>'
  for (const [name, value] of Object.entries(how.head)) yield* breathing(pieces(name, value))
  yield '<zipFile>'
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(org.retrieves.archiveOf(request), {
    highWaterMark: 192 * 1024,
  })) {
    const bytes = Buffer.concat([rest, Buffer.from(chunk)])
    const usable = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(usable)
    yield bytes.subarray(0, usable).toString('base64')
    if (how.drip > 0) await new Promise((resolve) => setTimeout(resolve, how.drip))
  }
  yield `${rest.toString('base64')}</zipFile></result>${closeResponse('checkRetrieveStatus')}`
  await org.retrieves.take(request)
}
