import type { inquiries } from '@sluice/contract/inquiries'
import type { Inquiry } from '@sluice/contract/inquiry'
import type { Request } from '@sluice/contract/route'
import { useMutation } from '@tanstack/react-query'
import { useClient } from '../../platform/api/client-context.tsx'
import { useStack } from '../current-stack/stack-context.tsx'

type Answer = Request<typeof inquiries.answer>['body']

/** Answers an inquiry of the open stack. */
export function useAnswer(inquiry: Inquiry, onAnswered?: () => void) {
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  const { jobId, id: inquiryId } = inquiry
  return useMutation({
    mutationFn: async (body: Answer) =>
      client.inquiries.answer({ params: { workspaceId, stackId, jobId, inquiryId }, body }),
    ...(onAnswered && { onSuccess: onAnswered }),
  })
}

export const answerProblem = 'There was a problem submitting your input'
