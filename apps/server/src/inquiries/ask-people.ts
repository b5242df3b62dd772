import type { InquiryAnswer, InquiryPrompt, InquirySubject } from '@sluice/contract/inquiry'
import type { Context } from '../context.ts'
import type { Run } from '../durable/run.ts'
import { closeInquiry, findAnswer, insertInquiry, updatePrompt } from './inquiry-store.ts'
import { inquiryTopic } from './inquiry-topic.ts'

/** What a job asks people. */
export interface Question<S extends InquirySubject> {
  /** Unique within the job, and the same from release to release: it is part of the names of steps. */
  readonly name: string
  readonly subject: S
  readonly prompt: InquiryPrompt<S>
  /** How long an answer is waited for; SLUICE_INQUIRY_HOURS when absent. */
  readonly answerWithinMs?: number
  /** What the error of the job says when nobody has answered by then. */
  readonly unanswered?: string
}

/** A question that has been asked. */
export interface OpenInquiry<S extends InquirySubject> {
  readonly id: string
  readonly name: string
  readonly subject: S
  readonly answerWithinMs: number
}

/** Nobody answered in time; the job ends as Cancelled. */
export class InquiryWaitError extends Error {
  override name = 'InquiryWaitError'
}

const nobodyAnswered = 'Nobody answered the question of this job until the time to wait was over.'

/**
 * Asks people and waits for the answer, for as long as they have. A run that takes the job over finds the question asked, and
 * the answer if there is one. The job keeps its locks while it waits; a cancellation ends the wait, and with the job the
 * inquiry is abandoned.
 * @throws InquiryWaitError when the time is up
 */
export async function askPeople<S extends InquirySubject>(
  ctx: Context,
  run: Run,
  question: Question<S>,
): Promise<InquiryAnswer<S>> {
  const inquiry = await openInquiry(ctx, run, question)
  const scope = run.progress.scope('Wait for an answer')
  const answer =
    (await awaitAnswer(run, inquiry, inquiry.answerWithinMs)) ?? (await settleInquiry(run, inquiry, null))
  scope.end()
  if (answer === null) throw new InquiryWaitError(question.unanswered ?? nobodyAnswered)
  return answer
}

/** Asks the question once and does not wait. For a job that also finds out by itself what people did, as when they sign in elsewhere. */
export async function openInquiry<S extends InquirySubject>(
  ctx: Context,
  run: Run,
  question: Question<S>,
): Promise<OpenInquiry<S>> {
  const { name, subject, prompt, answerWithinMs = ctx.config.waits.inquiryHours * 3_600_000 } = question
  const { workspaceId, jobId } = run
  const id = await run.transaction(`ask ${name}`, async (tx) => {
    const answerRequiredBeforeUtc = new Date(ctx.clock.now().getTime() + answerWithinMs)
    return insertInquiry(tx, { workspaceId, jobId, origin: name, subject, prompt, answerRequiredBeforeUtc })
  })
  return { id, name, subject, answerWithinMs }
}

/** Shows something else in the question, as long as nobody has answered it. Each change has a number of its own. */
export async function changePrompt<S extends InquirySubject>(
  run: Run,
  { id: inquiryId, name }: OpenInquiry<S>,
  { number, prompt }: { readonly number: number; readonly prompt: InquiryPrompt<S> },
): Promise<void> {
  const { workspaceId, jobId } = run
  await run.transaction(`change ${name} ${number}`, async (tx) => {
    await updatePrompt(tx, { workspaceId, jobId, inquiryId }, prompt)
    return null
  })
}

/** Waits for the answer of a person; null when none came within the time. Can be called again. Counts as passive time. */
export async function awaitAnswer<S extends InquirySubject>(
  run: Run,
  { id }: OpenInquiry<S>,
  withinMs: number,
): Promise<InquiryAnswer<S> | null> {
  return run.waitFor<InquiryAnswer<S>>(inquiryTopic(id), withinMs)
}

/**
 * Closes the inquiry with what the job found out by itself, or without an answer, and returns the answer that counts: that of
 * a person who was faster comes before both.
 */
export async function settleInquiry<S extends InquirySubject>(
  run: Run,
  { id: inquiryId, name }: OpenInquiry<S>,
  found: InquiryAnswer<S> | null,
): Promise<InquiryAnswer<S> | null> {
  const { workspaceId, jobId } = run
  return run.transaction(`settle ${name}`, async (tx) => {
    const reference = { workspaceId, jobId, inquiryId }
    const isOurs = await closeInquiry(tx, reference, found && { answer: found, userId: null })
    return isOurs ? found : findAnswer<S>(tx, inquiryId)
  })
}
