import type { differences } from '@sluice/contract/difference'
import { handler } from '../operation.ts'
import { wantedMerge } from '../../differences/wanted-merge.ts'

export const previewMerge = handler<typeof differences.previewMerge>(
  async (ctx, { params, query, caller }) => {
    const wanted = await wantedMerge(ctx, { params, caller, settings: query })
    if ('reason' in wanted) return { state: 'unknown', reason: wanted.reason }
    return await ctx.predictMerge(ctx, wanted)
  },
)
