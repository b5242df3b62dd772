import type { Inquiry } from '@sluice/contract/inquiry'
import { queryOptions } from '@tanstack/react-query'
import type { SluiceClient } from '../../platform/api/client-context.tsx'

export interface InquiryIds {
  workspaceId: string
  stackId: string
  jobId: string
  inquiryId: string
}

/** An inquiry with its prompt, because long prompts are not pushed. It is read again when another status is pushed. */
export const inquiryQuery = (
  client: SluiceClient,
  ids: InquiryIds,
  pushedStatus: Inquiry['status'] | undefined,
) =>
  queryOptions({
    queryKey: ['inquiry', ids.inquiryId, pushedStatus],
    queryFn: async ({ signal }) => client.inquiries.get({ params: ids, signal }),
  })
