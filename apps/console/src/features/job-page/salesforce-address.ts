/** A page of Setup, below the origin of the instance; null for an address that is none. */
function setupAddress(instanceUrl: string, path: string): string | null {
  return URL.canParse(instanceUrl) ? new URL(`/lightning/setup/${path}`, instanceUrl).href : null
}

/** The page of a deployment under Deployment Status, in the form that the command line of Salesforce prints. */
export function deploymentAddress(instanceUrl: string, deploymentId: string): string | null {
  const list = encodeURIComponent('/changemgmt/monitorDeployment.apexp')
  const page = `/changemgmt/monitorDeploymentsDetails.apexp?asyncId=${encodeURIComponent(deploymentId)}&retURL=${list}`
  return setupAddress(instanceUrl, `DeployStatus/page?address=${encodeURIComponent(page)}`)
}

/** The list of Apex test executions; a single run has no page of its own. */
export const testRunsAddress = (instanceUrl: string): string | null =>
  setupAddress(instanceUrl, 'ApexTestQueue/home')
