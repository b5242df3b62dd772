import { z } from 'zod'

/** The choices of specification 2 section 3; `Prompt` and `GitMergetool` come from command-line jobs only (C20). */
export const retrieveMode = z.enum(['Auto', 'Partial', 'Full'])
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
export const semanticMergeStrategy = z.enum(['Auto', 'Prompt', 'ApplyAll', 'SkipAll'])
export const diffMode = z.enum(['Auto', 'History', 'Org'])
export const warningsStrategy = z.enum(['Auto', 'Always', 'Never'])
export const clobberStrategy = z.enum(['Auto', 'Accept', 'Abort'])
/** Null leaves the choice to Salesforce. */
export const testLevel = z
  .enum(['NoTestRun', 'RunSpecifiedTests', 'RunLocalTests', 'RunAllTestsInOrg'])
  .nullable()
