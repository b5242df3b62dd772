import type { InquiryAnswer, InquiryPrompt, InquirySubject } from '@sluice/contract/inquiry'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { minutesBeforeAsking } from '@sluice/contract/notification'
import { notify } from '../notifications/notify.ts'
import { announce } from '../platform/database/announce.ts'
import type { Transaction } from '../platform/database/database.ts'
import { inquiry } from '../platform/database/schema/inquiries.ts'
import { job } from '../platform/database/schema/jobs.ts'
import { newId } from '../platform/ids.ts'

export interface InquiryReference {
  readonly workspaceId: string
  readonly jobId: string
  readonly inquiryId: string
}

export interface NewInquiry {
  readonly workspaceId: string
  readonly jobId: string
  /** Unique within the job. */
  readonly origin: string
  readonly subject: InquirySubject
  readonly prompt: InquiryPrompt
  readonly answerRequiredBeforeUtc: Date
}

export async function insertInquiry(tx: Transaction, given: NewInquiry): Promise<string> {
  const inquiryId = newId()
  await tx.insert(inquiry).values({ id: inquiryId, ...given })
  await announceInquiry(tx, { ...given, inquiryId })
  const { workspaceId, jobId } = given
  const quietSeconds = minutesBeforeAsking * 60
  await notify(tx, { workspaceId, jobId, inquiryId, events: ['JobWaitingForInput'], quietSeconds })
  return inquiryId
}

/** Shows something else in an inquiry that nobody has answered yet. */
export async function updatePrompt(
  tx: Transaction,
  reference: InquiryReference,
  prompt: InquiryPrompt,
): Promise<void> {
  await tx
    .update(inquiry)
    .set({ prompt })
    .where(and(eq(inquiry.id, reference.inquiryId), eq(inquiry.status, 'Pending')))
  await announceInquiry(tx, reference)
}

/** The inquiry of the job, or undefined. */
export async function findInquiry(tx: Transaction, { workspaceId, jobId, inquiryId }: InquiryReference) {
  const [row] = await tx
    .select()
    .from(inquiry)
    .where(and(eq(inquiry.workspaceId, workspaceId), eq(inquiry.jobId, jobId), eq(inquiry.id, inquiryId)))
  return row
}

/** What was answered to the inquiry, which is of this subject; null when nobody has. */
export async function findAnswer<S extends InquirySubject>(
  tx: Transaction,
  inquiryId: string,
): Promise<InquiryAnswer<S> | null> {
  const [row] = await tx
    .select({ answer: sql<InquiryAnswer<S> | null>`${inquiry.answer}` })
    .from(inquiry)
    .where(eq(inquiry.id, inquiryId))
  return row?.answer ?? null
}

/** An answer with who gave it; null: the job itself. */
export interface GivenAnswer {
  readonly answer: InquiryAnswer
  readonly userId: string | null
}

/** Closes the inquiry unless it is closed already: answered, or abandoned without an answer. True when this call closed it. */
export async function closeInquiry(
  tx: Transaction,
  reference: InquiryReference,
  given: GivenAnswer | null,
): Promise<boolean> {
  const { inquiryId } = reference
  const { rowCount } = await tx
    .update(inquiry)
    .set(
      given
        ? {
            status: 'Answered',
            answer: given.answer,
            answeredUtc: sql`now()`,
            answeredByUserId: given.userId,
          }
        : { status: 'Abandoned' },
    )
    .where(and(eq(inquiry.id, inquiryId), eq(inquiry.status, 'Pending')))
  if (!rowCount) return false
  await announceInquiry(tx, reference)
  return true
}

/**
 * Whether the job still wants an answer: it has neither ended nor been asked to. The row of the job stays locked until the
 * transaction ends, so that neither can come between this look and the answer.
 */
export async function isAwaited(tx: Transaction, jobId: string): Promise<boolean> {
  const [row] = await tx
    .select({ status: job.status, isCancelled: job.cancellationIsRequested })
    .from(job)
    .where(eq(job.id, jobId))
    .for('no key update')
  return row !== undefined && row.status !== 'Ended' && !row.isCancelled
}

/** The job is announced as well, because it says whether it waits for an answer. */
async function announceInquiry(tx: Transaction, { workspaceId, jobId, inquiryId }: InquiryReference) {
  await announce(tx, { workspaceId, kind: 'pushInquiries', ids: [inquiryId] })
  await announce(tx, { workspaceId, kind: 'pushJobs', ids: [jobId] })
}

/** Who answered a question of this kind of the job last; null when nobody did. */
export async function findAnswerer(
  tx: Transaction,
  jobId: string,
  subject: InquirySubject,
): Promise<string | null> {
  const [row] = await tx
    .select({ userId: inquiry.answeredByUserId })
    .from(inquiry)
    .where(and(eq(inquiry.jobId, jobId), eq(inquiry.subject, subject), isNotNull(inquiry.answeredByUserId)))
    .orderBy(desc(inquiry.answeredUtc))
    .limit(1)
  return row?.userId ?? null
}
