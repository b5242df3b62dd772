import { join } from 'node:path'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import type { Context } from '../../context.ts'
import { partOfRun } from '../../durable/part-of-run.ts'
import type { ProgressScope, Run } from '../../durable/run.ts'
import { Deadline } from '../../platform/deadline.ts'
import type { TargetJob, TargetStack } from './flow-target.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import type { Mirror } from './mirror.ts'
import { once } from './once.ts'
import { type WorkFolder, openWorkFolder } from './work-folder.ts'

/**
 * What the steps of one attempt share and no step records: folder, mirror, signed-in connection. Each is opened when
 * it is first needed, so that a run which only reads recorded results opens nothing.
 */
export interface JobSession {
  readonly ctx: Context
  readonly run: Run
  readonly job: TargetJob
  readonly stack: TargetStack
  /** The part of the job that has this session; null for the whole. */
  readonly part: string | null
  readonly directory: MetadataDirectory
  /** No Salesforce operation may go on after this moment. */
  readonly deadline: Deadline
  work(): Promise<WorkFolder>
  mirror(): Promise<Mirror>
  /** The include specs at a commit of the mirror; read and parsed at the first call. */
  includeSpecs(commitHash: string): Promise<IncludeSpecs>
  /** The org of an environment; null means the production org before its environment exists. */
  org(environmentId: string | null, apiVersion?: string): Promise<Connection>
}

export const newDeadline = (ctx: Context) =>
  new Deadline(ctx.clock, ctx.config.waits.salesforceOperationHours * 3_600_000)

/** The same session after a wait for people, which does not count as time of Salesforce operations. */
export const withNewDeadline = (session: JobSession): JobSession => ({
  ...session,
  deadline: newDeadline(session.ctx),
})

/** The same for a part of the job that runs beside other parts: its steps and its files are its own; mirror and orgs are shared. */
export function partOfSession(session: JobSession, part: string, progress: ProgressScope): JobSession {
  const { ctx, run, job } = session
  const ofPart = { root: ctx.folders.work, jobId: join(job.id, part), attempt: run.epoch }
  return {
    ...session,
    run: partOfRun(run, part, progress),
    part,
    work: once(() => openWorkFolder(ofPart)),
  }
}
