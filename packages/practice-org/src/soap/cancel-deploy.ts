import { isFinal } from '../deploy/deploy-result.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { findDeployment } from './check-deploy-status.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/**
 * cancelDeploy: `done` when the deployment was still queued, otherwise it ends at its next
 * breath. The id is read by its place, because clients name the element `id` and the WSDL
 * `String`. Throws SoapFault INVALID_ID_FIELD once it is over, INVALID_OPERATION while it is
 * finalizing.
 */
export async function cancelDeploy(org: Org, call: SoapCall, userId: string): Promise<Answer> {
  const deployment = findDeployment(org, call.body.children[0]?.text ?? '')
  if (isFinal(deployment.status)) throw new SoapFault('INVALID_ID_FIELD', wording.deploy.completed)
  if (deployment.status === 'Finalizing') throw new SoapFault('INVALID_OPERATION', wording.deploy.finalizing)
  const done = await org.deploys.cancel(deployment, userId)
  return soapAnswer('cancelDeploy', [{ done, id: deployment.id }])
}
