import type { AuditEvent, AuditedJob } from '@sluice/contract/audit-log'
import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { stack } from '../platform/database/schema/stacks.ts'
import { workspace } from '../platform/database/schema/workspaces.ts'

/** The events, each with the jobs that it names: who deployed what to which org is a matter of jobs. */
export async function withJobs(tx: Transaction, events: readonly AuditEvent[]): Promise<AuditEvent[]> {
  const jobs = await findJobs(tx, events.flatMap(jobIdsOf))
  return events.map((event) => {
    const found = jobIdsOf(event).flatMap((id) => jobs.get(id) ?? [])
    return found.length === 0 ? event : { ...event, jobs: found }
  })
}

function jobIdsOf({ details }: AuditEvent): string[] {
  const { jobIds, jobId } = details
  return [...(Array.isArray(jobIds) ? jobIds : []), jobId].filter((id) => typeof id === 'string')
}

async function findJobs(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, AuditedJob>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ job, environment, stackSlug: stack.slug, workspaceSlug: workspace.slug })
    .from(job)
    .innerJoin(stack, eq(stack.id, job.stackId))
    .innerJoin(workspace, eq(workspace.id, job.workspaceId))
    .leftJoin(environment, eq(environment.id, job.mainEnvironmentId))
    .where(inArray(job.id, [...new Set(ids)]))
  return new Map(
    rows.map((row): [string, AuditedJob] => {
      const { id, commandName, isCheckOnly, outcome, summary } = row.job
      const { stackSlug, workspaceSlug } = row
      const about = {
        environmentName: row.environment?.name ?? null,
        isProduction: row.environment?.isProduction === true,
      }
      const did = { changed: summary?.changed ?? null, names: summary?.names ?? [] }
      return [id, { id, workspaceSlug, stackSlug, commandName, ...about, isCheckOnly, outcome, ...did }]
    }),
  )
}
