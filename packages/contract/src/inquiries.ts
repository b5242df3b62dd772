import { z } from 'zod'
import { componentIdentity } from './component.ts'
import { inquiry } from './inquiry.ts'
import { route } from './route.ts'

const inquiryPath = '/workspaces/:workspaceId/stacks/:stackId/jobs/:jobId/inquiries/:inquiryId' as const

/** The properties of every kind of answer; those of the inquiry's own kind are required. */
const anyAnswer = z.strictObject({
  continue: z.boolean().optional(),
  excludedComponents: z.array(componentIdentity).optional(),
  abort: z.boolean().optional(),
  wasSuccessful: z.boolean().optional(),
})

/** The calls about inquiries; lists of them arrive by push, without prompts that are too long for it. */
export const inquiries = {
  get: route({
    method: 'GET',
    path: inquiryPath,
    summary: 'One inquiry of a job with its prompt',
    access: 'readWorkspace',
    response: inquiry,
    problems: [],
    rate: 'read',
  }),
  answer: route({
    method: 'POST',
    path: `${inquiryPath}/answer`,
    summary: 'Answer an inquiry, so that its job goes on; only the first answer counts',
    access: 'answerInquiry',
    body: anyAnswer,
    // So much as every component of the largest deployment takes.
    bodyBytesAtMost: 8 << 20,
    problems: ['validationFailed', 'entityConflict'],
    rate: 'write',
  }),
}
