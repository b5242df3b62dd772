import { deployResultOf } from '../deploy/deploy-view.ts'
import type { Deployment } from '../deploy/deploy-result.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { textOf } from '../xml/element.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'

/**
 * checkDeployStatus(asyncProcessId, includeDetails): parameters by name or by place, because
 * clients name them freely. Without `includeDetails` there are no messages.
 */
export async function checkDeployStatus(org: Org, call: SoapCall): Promise<Answer> {
  const deployment = findDeployment(
    org,
    textOf(call.body, 'asyncProcessId') ?? call.body.children[0]?.text ?? '',
  )
  const includeDetails = (textOf(call.body, 'includeDetails') ?? call.body.children[1]?.text) === 'true'
  return soapAnswer('checkDeployStatus', [await deployResultOf(org, deployment, includeDetails)])
}

/**
 * The deployment with this id. Throws SoapFault INVALID_CROSS_REFERENCE_KEY, the fault that
 * the service answers.
 */
export function findDeployment(org: Org, id: string): Deployment {
  const deployment = org.deploys.find(id.trim())
  if (!deployment) throw new SoapFault('INVALID_CROSS_REFERENCE_KEY', `invalid cross reference id: ${id}`)
  return deployment
}
