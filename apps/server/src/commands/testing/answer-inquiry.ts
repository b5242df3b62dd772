import type { InquiryAnswer } from '@sluice/contract/inquiry'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { answer } from '../../inquiries/operations/answer.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { newId } from '../../platform/ids.ts'
import { until } from '../../testing/test-jobs.ts'
import type { FlowStack } from './flow-world.ts'

/** The question that the job waits on. */
export async function pendingQuestion(ctx: Context, { workspaceId }: FlowStack, jobId: string) {
  const find = async () => {
    const [found] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
      tx
        .select()
        .from(inquiry)
        .where(and(eq(inquiry.jobId, jobId), eq(inquiry.status, 'Pending'))),
    )
    return found
  }
  await until(async () => (await find()) !== undefined)
  const found = await find()
  if (found === undefined) throw new Error('The job no longer asks.')
  return found
}

interface Answered {
  readonly jobId: string
  readonly inquiryId: string
  readonly answer: InquiryAnswer
}

/** Answers the question of a job as the stack's owner. */
export async function answerInquiry(
  ctx: Context,
  { workspaceId, stackId, userId, emailAddress }: FlowStack,
  { jobId, inquiryId, answer: body }: Answered,
): Promise<void> {
  const request = { params: { workspaceId, stackId, jobId, inquiryId }, query: {}, body }
  const rights = { accessLevel: 'Administrator', isOwner: true, isGlobalAdministrator: false } as const
  await answer(ctx, {
    ...request,
    caller: {
      userId,
      sessionId: newId(),
      emailAddress,
      isGlobalAdministrator: false,
      authenticatedUtc: ctx.clock.now(),
    },
    actor: { userId, ...rights },
    origin: { ipAddress: '127.0.0.1', userAgent: null, traceId: newId() },
  })
}
