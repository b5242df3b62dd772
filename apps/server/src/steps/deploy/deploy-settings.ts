import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { DeployOptions } from '@sluice/salesforce/metadata/deploy-options'

/** What the settings mean differently for. */
export interface DeploymentKind {
  readonly validateOnly: boolean
  readonly isSandbox: boolean
}

/** The options of a deployment. Each attempt is all or nothing for Salesforce; what is partial is what we leave out. */
export function deployOptions(
  input: FlowOutInput,
  { validateOnly, isSandbox }: DeploymentKind,
): DeployOptions {
  const { ignoreWarningsStrategy, purgeOnDeleteStrategy } = input
  return {
    checkOnly: validateOnly,
    rollbackOnError: true,
    ignoreWarnings: ignoreWarningsStrategy === 'Always' || (ignoreWarningsStrategy === 'Auto' && isSandbox),
    // Production has no way around the recycle bin.
    purgeOnDelete: purgeOnDeleteStrategy !== 'Never' && isSandbox,
    testLevel: input.testLevel,
    runTests: input.testLevel === 'RunSpecifiedTests' ? input.testClassesToRun : [],
    singlePackage: true,
    allowMissingFiles: false,
  }
}
