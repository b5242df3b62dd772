import { z } from 'zod'
import { excludedComponents } from '../component.ts'
import { entityId } from '../fields.ts'
import { environmentFilter } from './environment-filter.ts'
import { previewRevision, previews } from './preview.ts'
import { clobberStrategy, diffMode, testLevel, warningsStrategy } from './strategies.ts'
import { testClassMissing, testNames } from './test-names.ts'

const settings = {
  checkOnly: z.boolean().default(false),
  diffMode: diffMode.default('Auto'),
  /** Consents to what diff mode Org would delete in the org because the branch does not have it. */
  acceptDeletions: z.boolean().default(false),
  /** The first failure ends the deployment; later attempts only validate, to collect every error. */
  allOrNothing: z.boolean().default(false),
  /** Each attempt leaves out what failed in the one before. */
  maxNumberAttempts: z.number().int().min(1).max(1000).default(5),
  /** Leaves out only what failed in the last attempt, so that earlier exclusions get another chance. */
  resetExclusions: z.boolean().default(false),
  /** Deploys without asking. Otherwise a member has to confirm what is about to be deployed, and may leave out some of it. */
  noConfirm: z.boolean().default(false),
  ignoreWarningsStrategy: warningsStrategy.default('Auto'),
  /** Whether deleted components skip the recycle bin; in production they never do. */
  purgeOnDeleteStrategy: warningsStrategy.default('Never'),
  /** What happens where somebody changed in the org what would be deployed or deleted. */
  clobberStrategy: clobberStrategy.default('Auto'),
  testLevel: testLevel.default(null),
  testClassesToRun: testNames('Test classes').default([]),
  collectDeploymentDeltaArchives: z.boolean().default(true),
  /** Left out from the first attempt on, because somebody left them out of the preview. */
  excludedComponents,
  /**
   * Whether `excludedComponents` wait for the next flow out, as where a person chose only some components to deploy. Otherwise they stay
   * out until a person takes them in again.
   */
  excludedWait: z.boolean().default(false),
}

const hasTests = (value: { testLevel: string | null; testClassesToRun: string[] }) =>
  value.testLevel !== 'RunSpecifiedTests' || value.testClassesToRun.length > 0
const hasTestsMessage = { path: ['testClassesToRun'], message: testClassMissing }

/** What is submitted: a filter and the settings. */
export const flowOutTemplate = z
  .strictObject({ environmentFilter, previews, ...settings })
  .refine(hasTests, hasTestsMessage)
export type FlowOutTemplate = z.output<typeof flowOutTemplate>

/** What one job gets. */
export const flowOutInput = z.object({
  environmentId: entityId,
  previewRevision,
  ...settings,
  /** The check-only flow out whose validation is deployed instead of a new archive. */
  validatedJobId: entityId.nullable().default(null),
})
export type FlowOutInput = z.output<typeof flowOutInput>
