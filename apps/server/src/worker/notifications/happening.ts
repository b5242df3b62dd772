import type { Job } from '@sluice/contract/job'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { viewJobs } from '../../jobs/job-views.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { apexTestResult, apexTestRun } from '../../platform/database/schema/apex-test-runs.ts'
import { environment } from '../../platform/database/schema/environments.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import type { notificationEvent } from '../../platform/database/schema/notifications.ts'
import { schedule } from '../../platform/database/schema/schedules.ts'
import { stack } from '../../platform/database/schema/stacks.ts'
import { appUser } from '../../platform/database/schema/users.ts'
import { member, workspace } from '../../platform/database/schema/workspaces.ts'

export type EventRow = typeof notificationEvent.$inferSelect

/** What an event is about, as it is at this moment. */
export interface Happening {
  readonly event: EventRow
  readonly workspace: typeof workspace.$inferSelect
  readonly stack: typeof stack.$inferSelect
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly job: Job | null
  readonly startedBy: string | null
  readonly inquiry: typeof inquiry.$inferSelect | null
  readonly schedule: typeof schedule.$inferSelect | null
  readonly testRun: TestRunRow | null
  readonly failedTests: readonly { readonly name: string; readonly message: string | null }[]
  /** The member whose business it is: who started the job, whom the schedule runs as, or else the owner. */
  readonly ownUserId: string | null
}

type TestRunRow = typeof apexTestRun.$inferSelect

const failedTestsNamed = 5

/** Null when what the event names is gone, or settled itself meanwhile: nobody is told of it then. */
export async function readHappening(tx: Transaction, event: EventRow): Promise<Happening | null> {
  const { workspaceId } = event
  const [home] = await tx.select().from(workspace).where(eq(workspace.id, workspaceId))
  const [job = null] = event.jobId === null ? [] : await viewJobs(tx, workspaceId, [event.jobId])
  const [scheduled = null] = await tx
    .select()
    .from(schedule)
    .where(eq(schedule.id, event.scheduleId ?? job?.createdByScheduleId ?? workspaceId))
  const stackId = job?.stackId ?? scheduled?.stackId
  const [place] = stackId === undefined ? [] : await tx.select().from(stack).where(eq(stack.id, stackId))
  const asked = event.inquiryId === null ? null : await findPendingInquiry(tx, event.inquiryId)
  if (!home || !place || (event.inquiryId !== null && asked === null)) return null
  if (event.scheduleId !== null && (scheduled === null || scheduled.problems.length === 0)) return null
  const ownUserId =
    job === null ? (scheduled?.runAsUserId ?? scheduled?.createdByUserId) : job.createdByUserId
  return {
    event,
    workspace: home,
    stack: place,
    environments: await namesOf(tx, job?.affectedEnvironments.map((one) => one.environmentId) ?? []),
    job,
    startedBy: job === null ? null : await starterOf(tx, job, scheduled),
    inquiry: asked,
    schedule: scheduled,
    ...(await readTestRun(tx, event.apexTestRunId)),
    ownUserId: await memberOrOwner(tx, home, ownUserId ?? null),
  }
}

async function findPendingInquiry(tx: Transaction, id: string) {
  const [row] = await tx
    .select()
    .from(inquiry)
    .where(and(eq(inquiry.id, id), eq(inquiry.status, 'Pending')))
  return row ?? null
}

async function namesOf(tx: Transaction, ids: readonly string[]) {
  return tx
    .select({ id: environment.id, name: environment.name })
    .from(environment)
    .where(inArray(environment.id, [...ids]))
    .orderBy(asc(environment.name))
}

async function starterOf(
  tx: Transaction,
  job: Job,
  scheduled: Happening['schedule'],
): Promise<string | null> {
  if (job.createdByScheduleId !== null)
    return scheduled === null ? 'a schedule' : `the schedule ${scheduled.name}`
  if (job.createdByUserId === null) return null
  const [user] = await tx.select().from(appUser).where(eq(appUser.id, job.createdByUserId))
  return user ? `${user.firstName} ${user.lastName}` : null
}

async function readTestRun(tx: Transaction, id: string | null) {
  if (id === null) return { testRun: null, failedTests: [] }
  const [testRun = null] = await tx.select().from(apexTestRun).where(eq(apexTestRun.id, id))
  const rows = await tx
    .select()
    .from(apexTestResult)
    .where(
      and(eq(apexTestResult.apexTestRunId, id), inArray(apexTestResult.outcome, ['Fail', 'CompileFail'])),
    )
    .orderBy(asc(apexTestResult.className), asc(apexTestResult.methodName))
    .limit(failedTestsNamed)
  const failedTests = rows.map(({ className, methodName, message }) => ({
    name: `${className}.${methodName}`,
    message,
  }))
  return { testRun, failedTests }
}

async function memberOrOwner(
  tx: Transaction,
  { id, ownerUserId }: typeof workspace.$inferSelect,
  userId: string | null,
): Promise<string | null> {
  if (userId === null) return ownerUserId
  const isMember = and(eq(member.workspaceId, id), eq(member.userId, userId), eq(member.status, 'Active'))
  const [row] = await tx.select({ userId: member.userId }).from(member).where(isMember)
  return row?.userId ?? ownerUserId
}
