import type { inquiries } from '@sluice/contract/inquiries'
import { handler } from '../operation.ts'
import { requireResolved } from '../../conflicts/resolved-conflict.ts'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import { checkAnswer } from '../../inquiries/check-answer.ts'
import { closeInquiry, findInquiry, isAwaited } from '../../inquiries/inquiry-store.ts'
import { inquiryTopic } from '../../inquiries/inquiry-topic.ts'

/** The first answer counts. It reaches the job with the commit that stores it. */
export const answer = handler<typeof inquiries.answer>(async (ctx, { params, body, caller, origin }) => {
  const { workspaceId, jobId, inquiryId } = params
  const { userId } = caller
  await ctx.database.inWorkspace(workspaceId, userId, async (tx) => {
    const jobWaits = await isAwaited(tx, jobId)
    const asked = await findInquiry(tx, params)
    if (!asked) throw new AppError('entityNotFound')
    const given = checkAnswer(asked, body)
    if (asked.status === 'Answered')
      throw new AppError('entityConflict', { detail: 'Somebody has already answered this question.' })
    if (!jobWaits || asked.status === 'Abandoned')
      throw new AppError('entityConflict', { detail: 'The job no longer waits for an answer.' })
    if (asked.answerRequiredBeforeUtc && asked.answerRequiredBeforeUtc <= ctx.clock.now())
      throw new AppError('entityConflict', { detail: 'The time to answer this question is over.' })
    await requireResolved(tx, asked, given)
    await closeInquiry(tx, params, { answer: given, userId })
    const message = { jobId, topic: inquiryTopic(inquiryId), message: given, idempotencyKey: inquiryId }
    await ctx.jobs.signal(tx, message)
    await recordAudit(tx, {
      action: 'inquiry.answered',
      workspaceId,
      subject: { type: 'Inquiry', id: inquiryId },
      details: { jobId, subject: asked.subject },
      actorUserId: userId,
      ...origin,
    })
  })
})
