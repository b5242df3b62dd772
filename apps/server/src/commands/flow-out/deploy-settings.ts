import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import type { DeployOptions } from '@sluice/salesforce/metadata/deploy-options'

/** The options of a deployment. Each attempt is all or nothing for Salesforce; what is partial is what we leave out. */
export function deployOptions(
  input: FlowOutInput,
  o: { readonly validateOnly: boolean; readonly isSandbox: boolean },
): DeployOptions {
  const { ignoreWarningsStrategy, purgeOnDeleteStrategy } = input
  return {
    checkOnly: o.validateOnly,
    rollbackOnError: true,
    ignoreWarnings: ignoreWarningsStrategy === 'Always' || (ignoreWarningsStrategy === 'Auto' && o.isSandbox),
    // Production has no way around the recycle bin.
    purgeOnDelete: purgeOnDeleteStrategy !== 'Never' && o.isSandbox,
    testLevel: input.testLevel,
    runTests: input.testLevel === 'RunSpecifiedTests' ? input.testClassesToRun : [],
    singlePackage: true,
    allowMissingFiles: false,
  }
}
