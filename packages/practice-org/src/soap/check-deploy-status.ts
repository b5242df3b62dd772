import { polledResult } from '../deploy/polled-result.ts'
import type { Deployment } from '../deploy/deploy-result.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { textOf } from '../xml/element.ts'
import { SoapFault } from './envelope.ts'
import type { MetadataCall } from './metadata-call.ts'
import { soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/**
 * checkDeployStatus(asyncProcessId, includeDetails): parameters by name or by place, because
 * clients name them freely. Without `includeDetails` there are no messages.
 */
export async function checkDeployStatus({ practice, org, soap }: MetadataCall): Promise<Answer> {
  const deployment = findDeployment(
    org,
    textOf(soap.body, 'asyncProcessId') ?? soap.body.children[0]?.text ?? '',
  )
  const includeDetails = (textOf(soap.body, 'includeDetails') ?? soap.body.children[1]?.text) === 'true'
  const result = await polledResult(practice.faults, org, { deployment, includeDetails })
  return soapAnswer('checkDeployStatus', [result])
}

/**
 * The deployment with this id. Throws SoapFault INVALID_CROSS_REFERENCE_KEY, the fault that
 * the service answers.
 */
export function findDeployment(org: Org, id: string): Deployment {
  const deployment = org.deploys.find(id.trim())
  if (!deployment) throw new SoapFault('INVALID_CROSS_REFERENCE_KEY', wording.call.crossReference(id))
  return deployment
}
