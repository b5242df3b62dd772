import type { Org } from '../org.ts'
import { isFinal } from './deploy-result.ts'
import type { DeployDetails, Deployment } from './deploy-result.ts'
import { noTests } from '../apex-tests/test-result.ts'

/**
 * A DeployResult as both SOAP and REST answer it, fields in the order of the WSDL, because
 * strict SOAP stacks read it in sequence. Undefined fields are left out by both. Messages come
 * only with `includeDetails`, and only once the deployment is over. `runTestsEnabled` says
 * that tests were asked for, not that some ran.
 */
export async function deployResultOf(
  org: Org,
  deployment: Deployment,
  includeDetails: boolean,
): Promise<Record<string, unknown>> {
  const done = isFinal(deployment.status)
  const details: DeployDetails =
    includeDetails && done
      ? await org.deploys.details(deployment)
      : { componentFailures: [], componentSuccesses: [], runTestResult: noTests() }
  const { options } = deployment
  return {
    canceledBy: deployment.canceledBy,
    canceledByName: deployment.canceledBy === undefined ? undefined : org.userName(deployment.canceledBy),
    checkOnly: options.checkOnly,
    completedDate: deployment.completedDate,
    createdBy: deployment.userId,
    createdByName: org.userName(deployment.userId),
    createdDate: deployment.createdDate,
    details: includeDetails ? details : undefined,
    done,
    errorMessage: deployment.errorMessage,
    errorStatusCode: deployment.errorStatusCode,
    id: deployment.id,
    ignoreWarnings: options.ignoreWarnings,
    lastModifiedDate: deployment.lastModifiedDate,
    numberComponentErrors: deployment.numberComponentErrors,
    numberComponentsDeployed: deployment.numberComponentsDeployed,
    numberComponentsTotal: deployment.numberComponentsTotal,
    numberFiles: deployment.numberFiles,
    numberTestErrors: deployment.numberTestErrors,
    numberTestsCompleted: deployment.numberTestsCompleted,
    numberTestsTotal: deployment.numberTestsTotal,
    rollbackOnError: options.rollbackOnError,
    runTestsEnabled: deployment.numberTestsTotal > 0 || (options.testLevel ?? 'NoTestRun') !== 'NoTestRun',
    startDate: deployment.startDate,
    stateDetail: deployment.stateDetail,
    status: deployment.status,
    success: deployment.status === 'Succeeded' || deployment.status === 'SucceededPartial',
    zipSize: deployment.zipSize,
  }
}
