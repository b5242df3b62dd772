import type { JobSubmission } from '@sluice/contract/job-commands/job-commands'
import type { job } from '../platform/database/schema/jobs.ts'

/** A job as it is stored. */
export type JobRow = typeof job.$inferSelect

/** The commands whose jobs can be provisioned. */
export type ProvisionableCommandName = JobSubmission['jobCommandName']

/** The newest job first; ids are made in the order of creation. */
export function compareNewestFirst(a: { readonly id: string }, b: { readonly id: string }): number {
  if (a.id === b.id) return 0
  return a.id < b.id ? 1 : -1
}
