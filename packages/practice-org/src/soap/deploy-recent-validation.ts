import { quickDeploy, QuickDeployError } from '../deploy/quick-deploy.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'

/**
 * deployRecentValidation: the result is the bare id of the new deployment, without an element
 * around it (WSDL). Throws SoapFault INVALID_ID_FIELD when the validation cannot be deployed.
 */
export async function deployRecentValidation(org: Org, call: SoapCall, userId: string): Promise<Answer> {
  try {
    const deployment = await quickDeploy(org, call.body.children[0]?.text.trim() ?? '', userId)
    return soapAnswer('deployRecentValidation', [deployment.id])
  } catch (error) {
    if (error instanceof QuickDeployError) throw new SoapFault(error.code, error.message)
    throw error
  }
}
