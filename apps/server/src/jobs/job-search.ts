import type { JobSearch } from '@sluice/contract/jobs'
import { jobCommandLabels, jobCommandName } from '@sluice/contract/job-command-name'
import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../platform/database/database.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { job, jobEnvironment } from '../platform/database/schema/jobs.ts'
import { schedule } from '../platform/database/schema/schedules.ts'
import { appUser } from '../platform/database/schema/users.ts'

interface PageOfJobs {
  readonly ids: readonly string[]
  /** How many jobs fit the search on all pages. */
  readonly total: number
  readonly nextBefore: string | null
}

/** A page of the jobs of a stack that fit a search, the newest first. Ids are made in the order of creation. */
export async function searchJobs(
  tx: Transaction,
  of: { readonly workspaceId: string; readonly stackId: string; readonly pageSize: number },
  { before, ...search }: JobSearch,
): Promise<PageOfJobs> {
  const fits = and(
    eq(job.workspaceId, of.workspaceId),
    eq(job.stackId, of.stackId),
    ...conditionsOf(tx, search),
  )
  const rows = await tx
    .select({ id: job.id })
    .from(job)
    .where(and(fits, before === undefined ? undefined : lt(job.id, before)))
    .orderBy(desc(job.id))
    .limit(of.pageSize + 1)
  const ids = rows.slice(0, of.pageSize).map(({ id }) => id)
  const hasMore = rows.length > of.pageSize
  return { ids, total: await tx.$count(job, fits), nextBefore: hasMore ? (ids.at(-1) ?? null) : null }
}

function conditionsOf(tx: Transaction, search: Omit<JobSearch, 'before'>): (SQL | undefined)[] {
  const { commandName, createdByUserId, status, environmentId, text = '' } = search
  return [
    commandName === undefined ? undefined : eq(job.commandName, commandName),
    createdByUserId === undefined ? undefined : eq(job.createdByUserId, createdByUserId),
    status === undefined ? undefined : sql`${status} in (${job.status}, ${job.outcome})`,
    environmentId === undefined
      ? undefined
      : inArray(job.id, jobsOf(tx, eq(jobEnvironment.environmentId, environmentId))),
    ...text.split(/\s+/u).flatMap((word) => (word === '' ? [] : [fitsWord(tx, word)])),
  ]
}

const jobsOf = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select({ id: jobEnvironment.jobId })
    .from(jobEnvironment)
    .innerJoin(environment, eq(environment.id, jobEnvironment.environmentId))
    .where(where)

/** Whether a word stands in what a row of the list shows: type, environments, people, schedule, what it changed, error, id. */
function fitsWord(tx: Transaction, word: string): SQL | undefined {
  const has = (value: SQL) => sql`position(lower(${word}) in lower(${value})) > 0`
  const wanted = word.toLowerCase()
  const commands = jobCommandName.options.filter((name) =>
    jobCommandLabels[name].toLowerCase().includes(wanted),
  )
  const people = tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(has(sql`${appUser.firstName} || ' ' || ${appUser.lastName}`))
  const schedules = tx
    .select({ id: schedule.id })
    .from(schedule)
    .where(has(sql`${schedule.name}`))
  return or(
    commands.length === 0 ? undefined : inArray(job.commandName, commands),
    inArray(job.id, jobsOf(tx, has(sql`${environment.name} || ' ' || ${environment.gitBranchName}`))),
    inArray(job.createdByUserId, people),
    inArray(job.createdByScheduleId, schedules),
    has(sql`coalesce(${job.summary}->>'names', '') || ' ' || coalesce(${job.error}->>'message', '')`),
    has(sql`${job.id}::text || ' ' || ${job.status} || ' ' || coalesce(${job.outcome}, '')`),
  )
}
