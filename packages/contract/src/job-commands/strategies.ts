import { z } from 'zod'

/** The choices that a job can be started with; `Prompt` and `GitMergetool` come from command-line jobs only. */
export const retrieveMode = z.enum(['Auto', 'Partial', 'Full'])
/**
 * What happens to files that both sides changed. `AskForEach` stops and asks; the next four settle every file alike;
 * `Abort` ends the job as failed.
 */
export const mergeConflictsStrategy = z.enum([
  'AskForEach',
  'PreferLocal',
  'PreferRemote',
  'TakeLocalFile',
  'TakeRemoteFile',
  'Abort',
  'Prompt',
  'GitMergetool',
])
export type MergeConflictsStrategy = z.infer<typeof mergeConflictsStrategy>
/** Whether files are merged by metadata element instead of by line. `Auto` and `ApplyAll` do it wherever it works. */
export const semanticMergeStrategy = z.enum(['Auto', 'Prompt', 'ApplyAll', 'SkipAll'])
export type SemanticMergeStrategy = z.infer<typeof semanticMergeStrategy>
/** `History` compares commits, `Org` retrieves the org and compares with that; `Auto` takes history where it can. */
export const diffMode = z.enum(['Auto', 'History', 'Org'])
/** `Auto` decides by the kind of org: sandboxes get the lenient choice, production the strict one. */
export const warningsStrategy = z.enum(['Auto', 'Always', 'Never'])
/**
 * Whether a deployment may overwrite what somebody changed in the org since the last flow. `Accept` overwrites and says
 * so, `Abort` deploys nothing. `Auto` overwrites only where a change is possible but not certain, and never deletes there.
 */
export const clobberStrategy = z.enum(['Auto', 'Accept', 'Abort'])
/** Null leaves the choice to Salesforce. */
export const testLevel = z
  .enum(['NoTestRun', 'RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg'])
  .nullable()
