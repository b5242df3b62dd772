import { defaultOptions, testLevels } from './deploy-result.ts'
import type { DeployOptions } from './deploy-result.ts'
import type { OrgInfo } from '../org-state.ts'
import { wording } from '../wording.ts'

/** An option that the service does not know or not allow; nothing was queued. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

const flags = [
  'allowMissingFiles',
  'checkOnly',
  'ignoreWarnings',
  'performRetrieve',
  'purgeOnDelete',
  'rollbackOnError',
  'singlePackage',
] as const

/**
 * Reads DeployOptions from names and values, as JSON or as the texts of XML elements; what is
 * absent has its default, unknown names are ignored. Throws OptionError for an unknown
 * testLevel.
 */
export function readOptions(given: Record<string, unknown>): DeployOptions {
  const options = defaultOptions()
  for (const flag of flags) {
    const value = given[flag]
    if (value !== undefined && value !== null)
      options[flag] = value === true || value === 'true' || value === '1'
  }
  const { testLevel, runTests } = given
  if (typeof testLevel === 'string' && testLevel !== '') {
    if (!testLevels.includes(testLevel)) throw new OptionError(wording.deploy.testLevel(testLevel))
    options.testLevel = testLevel
  }
  if (Array.isArray(runTests)) options.runTests = runTests.map(String)
  else if (typeof runTests === 'string') options.runTests = [runTests]
  return options
}

/**
 * What the org refuses before a deployment is queued: partial success and NoTestRun in production, test
 * names without RunSpecifiedTests, and RunSpecifiedTests without names (documented rules).
 * Throws OptionError.
 */
export function checkOptions(options: DeployOptions, info: OrgInfo): void {
  const isProduction = !info.isSandbox
  if (isProduction && info.runsTestsOnDeploy && options.testLevel === 'NoTestRun')
    throw new OptionError(wording.deploy.noTestRun)
  if (isProduction && !options.rollbackOnError && !options.checkOnly)
    throw new OptionError(wording.deploy.noPartialInProduction)
  if (
    options.runTests.length > 0 &&
    options.testLevel !== undefined &&
    options.testLevel !== 'RunSpecifiedTests'
  )
    throw new OptionError(wording.deploy.testsNeedLevel)
  if (options.testLevel === 'RunSpecifiedTests' && options.runTests.length === 0)
    throw new OptionError(wording.deploy.levelNeedsTests)
}
