import { readBody } from '../http/request.ts'
import type { Answer, Call } from '../http/request.ts'
import type { Practice } from '../practice.ts'
import { checkAnonymousApex } from '../deploy/apex.ts'
import { textOf } from '../xml/element.ts'
import { SoapFault, namespaces, readEnvelope } from './envelope.ts'
import { faultAnswer, soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/**
 * POST /services/Soap/s/{version}: executeAnonymous. The text is parsed, nothing is run: a
 * text that parses succeeds. A compile problem is a result (`compiled=false`), not a fault;
 * line and column are -1 without one.
 */
export async function apexDoor(practice: Practice, call: Call): Promise<Answer> {
  try {
    const soap = readEnvelope((await readBody(call, 2 * 1024 * 1024)).toString('utf8'))
    if (!practice.sessions.find(soap.sessionId ?? ''))
      throw new SoapFault('INVALID_SESSION_ID', wording.call.illegalSession)
    if (soap.operation !== 'executeAnonymous')
      throw new SoapFault('INVALID_OPERATION', wording.call.noOperation(soap.operation))
    const problem = await checkAnonymousApex(textOf(soap.body, 'String') ?? soap.body.children[0]?.text ?? '')
    const result = {
      column: problem?.column ?? -1,
      compileProblem: problem?.message ?? null,
      compiled: problem === undefined,
      exceptionMessage: null,
      exceptionStackTrace: null,
      line: problem?.line ?? -1,
      success: problem === undefined,
    }
    return soapAnswer('executeAnonymous', [result], {
      namespace: namespaces.apex,
      header: { DebuggingInfo: { debugLog: debugLog() } },
    })
  } catch (error) {
    if (error instanceof SoapFault) return faultAnswer(error.code, error.message, namespaces.apex)
    throw error
  }
}

function debugLog(): string {
  const time = new Date().toISOString().slice(11, 23)
  return `68.0 APEX_CODE,DEBUG\n${time} (1)|EXECUTION_STARTED\n${time} (2)|EXECUTION_FINISHED\n`
}
