import { z } from 'zod'
import { changeType, componentIdentity } from './component.ts'
import { entityId, utc } from './fields.ts'
import { diffResult } from './job-commands/diff-result.ts'
import { overwrittenComponent } from './job-commands/flow-out-result.ts'
import type { Job } from './job.ts'

const factsOfChange = {
  changeType: true,
  orgChangeType: true,
  changedByName: true,
  changedUtc: true,
} as const

const changedComponent = componentIdentity.extend({ changeType })

/** What a job does otherwise than the preview said that was shown before it was submitted. */
const changedSincePreview = z.object({
  /** Not in the preview. */
  added: z.array(changedComponent),
  /** Only in the preview. */
  gone: z.array(changedComponent),
  /** Changed in another way than the preview said. */
  different: z.array(changedComponent),
})
export type ChangedSincePreview = z.infer<typeof changedSincePreview>

/** What each kind of inquiry shows. */
export const inquiryPrompts = {
  FlowOutConfirmDeployment: z.object({
    diffResult,
    isCheckOnly: z.boolean(),
    /** What somebody left out of an earlier deployment. It is left out again only if the answer says so. */
    excludedComponents: z.array(
      componentIdentity.extend({
        /** Who left it out of an earlier flow out, and when; missing where it was left out for this one. */
        leftOutByUserId: entityId.nullish(),
        leftOutUtc: utc.nullish(),
      }),
    ),
    /** What would be overwritten in the org, with what is known about who changed it there. */
    clobberedOrgChanges: z.array(overwrittenComponent.partial(factsOfChange)),
    clobberWarningText: z.string().nullable(),
    newChangesCommitRange: z
      .object({ sinceCommitHash: z.string().nullable(), untilCommitHash: z.string() })
      .nullable(),
    /** Absent or null where the components are those that were shown before the job was submitted, and where none were shown. */
    changedSincePreview: changedSincePreview.nullish(),
  }),
  ConfirmFlowIn: z.object({
    /** Components that only the branch has and that the flow in deletes from it. */
    deletions: z.array(changedComponent),
    /** Other changes that only the branch has and that the flow in undoes: what it does to the component. */
    undone: z.array(changedComponent),
  }),
  MergeConflict: z.object({ conflictId: entityId }),
  DeviceCodeChallenge: z.object({
    identityUsername: z.string(),
    verificationUrl: z.string(),
    userCode: z.string(),
  }),
} as const
/** What an inquiry is about. */
export type InquirySubject = keyof typeof inquiryPrompts

/** What an inquiry of the kind shows. */
export type InquiryPrompt<S extends InquirySubject = InquirySubject> = z.infer<(typeof inquiryPrompts)[S]>

/** What may be answered to each kind. */
export const inquiryAnswers = {
  FlowOutConfirmDeployment: z.strictObject({
    continue: z.boolean(),
    excludedComponents: z.array(componentIdentity).default([]),
  }),
  ConfirmFlowIn: z.strictObject({ continue: z.boolean() }),
  MergeConflict: z.strictObject({ continue: z.boolean() }),
  DeviceCodeChallenge: z.strictObject({ abort: z.boolean(), wasSuccessful: z.boolean() }),
} as const satisfies Record<InquirySubject, z.ZodType>

/** What was answered to an inquiry of the kind. */
export type InquiryAnswer<S extends InquirySubject = InquirySubject> = z.infer<(typeof inquiryAnswers)[S]>

const base = {
  id: entityId,
  workspaceId: entityId,
  jobId: entityId,
  createdUtc: utc,
  status: z.enum(['Pending', 'Answered', 'Abandoned']),
  answerRequiredBeforeUtc: utc.nullable(),
  answeredUtc: utc.nullable(),
  answeredByUserId: entityId.nullable(),
}
/** The prompt is null when it is too large to push; it is then asked for by its address. */
const inquiryOf = <S extends InquirySubject, P extends z.ZodType, A extends z.ZodType>(
  subject: S,
  prompt: P,
  answer: A,
) => z.object({ ...base, subject: z.literal(subject), prompt: prompt.nullable(), answer: answer.nullable() })
const { FlowOutConfirmDeployment, ConfirmFlowIn, MergeConflict, DeviceCodeChallenge } = inquiryPrompts

/** A question that a job waits on. */
export const inquiry = z.discriminatedUnion('subject', [
  inquiryOf('FlowOutConfirmDeployment', FlowOutConfirmDeployment, inquiryAnswers.FlowOutConfirmDeployment),
  inquiryOf('ConfirmFlowIn', ConfirmFlowIn, inquiryAnswers.ConfirmFlowIn),
  inquiryOf('MergeConflict', MergeConflict, inquiryAnswers.MergeConflict),
  inquiryOf('DeviceCodeChallenge', DeviceCodeChallenge, inquiryAnswers.DeviceCodeChallenge),
])
export type Inquiry = z.infer<typeof inquiry>

/** The names of the kinds, as screens show them. */
export const inquiryNames: Readonly<Record<InquirySubject, string>> = {
  FlowOutConfirmDeployment: 'Confirm deployment',
  ConfirmFlowIn: 'Confirm flow in',
  MergeConflict: 'Merge conflict',
  DeviceCodeChallenge: 'Sign in to Salesforce',
}

/** Whether an answer is still wanted. */
export const isOpen = (i: Pick<Inquiry, 'status'>, job: Pick<Job, 'status'>): boolean =>
  i.status === 'Pending' && job.status !== 'Ended'

/** The word for an inquiry; one still pending when its job ended is abandoned. */
export function inquiryStatusText(i: Inquiry, job: Pick<Job, 'status'>): string {
  if (i.status === 'Abandoned' || (i.status === 'Pending' && job.status === 'Ended')) return 'Abandoned'
  if (i.status === 'Pending' || i.answer === null) return 'Pending'
  if (i.subject === 'DeviceCodeChallenge') {
    if (i.answer.abort) return 'Aborted'
    return i.answer.wasSuccessful ? 'Completed' : 'Failed'
  }
  if (!i.answer.continue) return 'Aborted'
  return i.subject === 'MergeConflict' ? 'Resolved' : 'Confirmed'
}
