import { join } from 'node:path'
import type { IncludeSpecs } from '@sluice/metadata/include-specs'
import type { Connection } from '@sluice/salesforce/connection'
import type { Context } from '../../../context.ts'
import { partOfRun } from '../../../durable/part-of-run.ts'
import type { ProgressScope, Run } from '../../../durable/run.ts'
import { Deadline } from '../../../platform/deadline.ts'
import type { TargetJob, TargetStack } from './flow-target.ts'
import { type MetadataDirectory, metadataDirectory } from '../branch/metadata-directory.ts'
import { type Mirror, openMirror } from '../branch/mirror.ts'
import { includeSpecsAt } from '../branch/include-file.ts'
import { openOrg } from '../org/open-org.ts'
import { watchApiUsage } from '../org/watch-api-usage.ts'
import { gitRemoteOf } from '../branch/git-remote.ts'
import { takeUpCommits } from '../branch/take-up-commits.ts'
import { whileBrieflyTransient } from './transient-retry.ts'
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

/** The folder of the job goes when the end of the job is committed: until then a worker may have to go on in it. */
export function openJobSession(
  ctx: Context,
  run: Run,
  target: { readonly job: TargetJob; readonly stack: TargetStack },
): JobSession {
  const root = ctx.folders.work
  const jobId = target.job.id
  const deadline = newDeadline(ctx)
  const limit = () => ({ signal: run.signal, deadline })
  const work = once(() => openWorkFolder({ root, jobId, attempt: run.epoch }))
  const mirror = once(async () =>
    openMirror({
      work: await work(),
      remote: await gitRemoteOf(ctx, target),
      limit,
      takeUp: (repository) => takeUpCommits(ctx, run, repository),
    }),
  )
  const orgs = oncePerKey<Connection>()
  const watchUsage = watchApiUsage(run)
  const specs = oncePerKey<IncludeSpecs>()
  return {
    ctx,
    run,
    ...target,
    part: null,
    directory: metadataDirectory(target.stack.metadataDirectoryRelativePath),
    deadline,
    work,
    mirror,
    includeSpecs: (commitHash) =>
      specs(commitHash, async () => includeSpecsAt((await mirror()).repository, commitHash)),
    org: (environmentId, apiVersion) => {
      const key = `${environmentId ?? ''} ${apiVersion ?? ''}`
      const signIn = () => openOrg(ctx, { ...target, environmentId, apiVersion, watchUsage })
      return orgs(key, () => whileBrieflyTransient(signIn, limit()))
    },
  }
}

const newDeadline = (ctx: Context) =>
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

/** Calls `make` at the first call only; a failure is forgotten, so that a repeated step may try again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/** The same for each key. */
function oncePerKey<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const made = new Map<string, () => Promise<T>>()
  return (key, make) => {
    const get = made.get(key) ?? once(make)
    made.set(key, get)
    return get()
  }
}
