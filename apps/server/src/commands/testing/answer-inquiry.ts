import type { InquiryAnswer } from '@sluice/contract/inquiry'
import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { answer } from '../../operations/inquiries/answer.ts'
import { inquiryTopic } from '../../inquiries/inquiry-topic.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { job } from '../../platform/database/schema/jobs.ts'
import { newId } from '../../platform/ids.ts'
import type { JobWithNotices } from '@sluice/contract/job'
import type { FlowStack } from './flow-world.ts'
import { ended, jobOf } from './run-job.ts'
import { untilJob } from './until-job.ts'

/**
 * The question that the job waits on. The time to answer counts from the beginning of the wait, so a test that moves the
 * clock must not do so between the question and the wait.
 */
export async function pendingQuestion(ctx: Context, { workspaceId }: FlowStack, jobId: string) {
  const find = async () => {
    const [found] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
      tx
        .select({ ...getTableColumns(inquiry), waitingTopic: job.waitingTopic })
        .from(inquiry)
        .innerJoin(job, eq(job.id, inquiry.jobId))
        .where(and(eq(inquiry.jobId, jobId), eq(inquiry.status, 'Pending'))),
    )
    return found && found.waitingTopic === inquiryTopic(found.id) ? found : undefined
  }
  let found = await find()
  await untilJob(ctx, jobId, async () => (found ??= await find()) !== undefined)
  if (found === undefined) throw new Error('The job does not ask.')
  return found
}

interface Answered {
  readonly jobId: string
  readonly inquiryId: string
  readonly answer: InquiryAnswer
}

/** What every request of the stack's owner has. */
export function ownersRequest(ctx: Context, { userId, emailAddress }: FlowStack) {
  const rights = { accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false } as const
  return {
    caller: {
      userId,
      sessionId: newId(),
      emailAddress,
      isGlobalAdministrator: false,
      authenticatedUtc: ctx.clock.now(),
    },
    actor: { userId, ...rights },
    origin: { ipAddress: '127.0.0.1', userAgent: null, traceId: newId() },
  }
}

/** Answers an inquiry of a job with the rights of the stack's owner. */
export async function answerInquiry(
  ctx: Context,
  flow: FlowStack,
  { jobId, inquiryId, answer: body }: Answered,
): Promise<void> {
  const { workspaceId, stackId } = flow
  const request = { params: { workspaceId, stackId, jobId, inquiryId }, query: {}, body }
  await answer(ctx, { ...request, ...ownersRequest(ctx, flow) })
}

/** Waits for the end of a job, and says no to what it may ask about a deployment. */
export async function endedOrRefused(ctx: Context, flow: FlowStack, jobId: string): Promise<JobWithNotices> {
  const look = () => jobOf(ctx, flow, jobId)
  await untilJob(ctx, jobId, async () => {
    const { status, hasPendingInquiries } = await look()
    return status === 'Ended' || hasPendingInquiries
  })
  if ((await look()).hasPendingInquiries) {
    const { id: inquiryId, subject } = await pendingQuestion(ctx, flow, jobId)
    const excluded = subject === 'FlowOutConfirmDeployment' ? { excludedComponents: [] } : {}
    await answerInquiry(ctx, flow, { jobId, inquiryId, answer: { continue: false, ...excluded } })
  }
  return await ended(ctx, flow, jobId)
}
