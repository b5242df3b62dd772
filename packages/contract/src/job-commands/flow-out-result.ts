import { z } from 'zod'
import { changeType, componentIdentity, componentProblem } from '../component.ts'
import { utc } from '../fields.ts'
import { diffResult } from './diff-result.ts'
import { undeployedReason } from '../undeployed-component.ts'
import { flowOutValidation } from './quick-deploy.ts'

/** What Salesforce said about one component of an attempt. */
const componentResult = componentIdentity.extend({
  changeType,
  componentId: z.string().nullable(),
  problems: z.array(componentProblem),
})

/** How a flow out ended for a component, and its files in the branch below the metadata directory. */
const settledComponent = componentResult.extend({ filePaths: z.array(z.string()).default([]) })

/** A test method that failed in a deployment. */
const failedTest = z.object({
  /** With the namespace of its package where it has one: `acme.QuoteTest`. */
  className: z.string(),
  methodName: z.string(),
  message: z.string(),
  /** The line of its class at which it failed, in the commit that was deployed; null where the trace does not name it. */
  line: z.number().int().nullable(),
  /** Components of the deployment that it concerns: its class, and code that its trace or its name names. */
  components: z.array(componentIdentity),
})
export type FailedTest = z.infer<typeof failedTest>

/** So many failed tests are listed; the count is of all. */
export const failedTestsListed = 200

const deployAttempt = z.object({
  number: z.number(),
  deploymentId: z.string().nullable(),
  isValidation: z.boolean(),
  isSuccessful: z.boolean(),
  errorMessage: z.string().nullable(),
  errorStatusCode: z.string().nullable(),
  fileFailures: z.array(componentProblem),
  apexTestRun: z
    .object({
      hasFailedTests: z.boolean(),
      /** Missing in results of earlier releases. */
      failedCount: z.number().int().optional(),
      failedTests: z.array(failedTest).optional(),
    })
    .nullable(),
  apiVersion: z.string(),
  components: z.array(componentResult),
  /** What the attempt offered to the org, without what it left out; null in results of earlier releases. */
  diffResult: diffResult.nullable().default(null),
})

const flowOutStats = z.object({
  /** What happened, as `DeploymentCounts` says; in results of earlier releases what was offered to the org. */
  added: z.number(),
  modified: z.number(),
  deleted: z.number(),
  /** Components of the branch that the flow out compared and found equal; null where it was not counted. */
  unchanged: z.number().nullable(),
  items: z.number(),
  attempts: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  totalComponents: z.number(),
})

const commitRange = z.object({ sinceCommitHash: z.string().nullable(), untilCommitHash: z.string() })

/** A component that the org holds in another state than the last flow left it in. */
export const overwrittenComponent = componentIdentity.extend({
  /** What the flow out does to it. */
  changeType,
  /** What somebody did to it in the org; null where that cannot be told. */
  orgChangeType: changeType.nullable(),
  /** Who changed it last in the org, and when; null where Salesforce does not say. */
  changedByName: z.string().nullable(),
  changedUtc: utc.nullable(),
})
export type OverwrittenComponent = z.infer<typeof overwrittenComponent>

/**
 * The output of a flow out. `failures`, and `excludedComponents`, which people left out, are remembered as undeployed components
 * unless it was check-only.
 */
export const flowOutResult = z.object({
  isSuccessful: z.boolean(),
  isCheckOnly: z.boolean(),
  /** Everything that the flow out had to deploy, whatever became of it. */
  diffResult,
  attempts: z.array(deployAttempt),
  failures: z.array(
    settledComponent.extend({
      isNew: z.boolean(),
      failingSinceCommit: z.string().nullable(),
      reason: undeployedReason.default('DeploymentProblems'),
    }),
  ),
  /** What is in the org, or in a check-only flow out what the org accepted; of a failed one the parts before the failure. */
  successes: z.array(settledComponent),
  /** What people left out. */
  excludedComponents: z.array(componentIdentity),
  /** Components that nothing was wrong with and that are not in the org because the deployment as a whole failed. */
  notDeployed: z.array(settledComponent).default([]),
  /** What a comparison with the org in diff mode Auto left in the org although the branch does not have it. */
  onlyInOrg: z.array(componentIdentity).default([]),
  /**
   * Components that somebody changed in the org since the last flow, certainly and possibly. A successful deployment has
   * overwritten these changes; one that was check-only or failed would have.
   */
  confirmedClobber: z.array(overwrittenComponent),
  potentialClobber: z.array(overwrittenComponent),
  /** The commits that were offered to the org for the first time. */
  newChanges: commitRange.nullable(),
  environmentSnapshot: z.object({ number: z.number(), title: z.string() }).nullable(),
  /** What can be deployed without validating it again; null unless a check-only flow out succeeded and ran tests. */
  validation: flowOutValidation.nullable().default(null),
  /** Why it stopped without success; several may hold. */
  reachedMaximumNumberAttempts: z.boolean(),
  reachedOnlyFailures: z.boolean(),
  reachedRepeatedState: z.boolean(),
  allOrNothingAttemptFailed: z.boolean(),
  lastAttemptFailed: z.boolean(),
  stats: flowOutStats,
})
export type FlowOutResult = z.infer<typeof flowOutResult>
export type DeployAttempt = z.infer<typeof deployAttempt>
export type ComponentResult = z.infer<typeof componentResult>

/** The word for how a flow out ended. */
export function flowOutVerdict(result: Pick<FlowOutResult, 'isSuccessful' | 'failures'>): string {
  if (!result.isSuccessful) return 'failed'
  return result.failures.some((f) => f.isNew) ? 'successful with some new failed components' : 'successful'
}
