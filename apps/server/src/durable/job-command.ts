import type { JobSummary } from '@sluice/contract/job'
import type { JobCommandName } from '@sluice/contract/job-command-name'
import type { Context } from '../context.ts'
import type { Run } from './run.ts'
import type { JobOutcome } from '../platform/database/schema/jobs.ts'

/** What a command gets to know about its job. */
export interface CommandJob {
  id: string
  workspaceId: string
  stackId: string
  mainEnvironmentId: string | null
  commandName: JobCommandName
  commandInput: Record<string, unknown>
  isCheckOnly: boolean
  createdByUserId: string | null
}

export interface CommandResult {
  outcome: Extract<JobOutcome, 'Succeeded' | 'Failed' | 'Cancelled'>
  /** Becomes the Output artifact. */
  output?: unknown
  /** What the job did, for lists. */
  summary?: JobSummary
  /** What the job page shows when the outcome is Failed. */
  error?: { message: string; details: string | null }
}

/** One exported function per command: a straight line of named steps. */
export type JobCommand = (ctx: Context, run: Run, job: CommandJob) => Promise<CommandResult>
