import type { differences } from '@sluice/contract/difference'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { differingFiles } from '../../repository/differing-files.ts'
import { readRepository } from '../../repository/open-repository.ts'
import { wantedMerge } from '../../differences/wanted-merge.ts'

export const getMergedComponent = handler<typeof differences.getMergedComponent>(
  async (ctx, { params, query, caller }) => {
    const { componentType, componentName, lines, ...settings } = query
    const component = { componentType, componentName }
    const wanted = await wantedMerge(ctx, { params, caller, settings })
    if ('reason' in wanted) return { state: 'unknown', reason: wanted.reason }
    const read = await ctx.readMergedComponent(ctx, { ...wanted, component })
    if (read === null) throw new AppError('entityNotFound')
    if ('reason' in read) return { state: 'unknown', reason: read.reason }
    return await readRepository(ctx, { params, caller, takesMirror: true }, async (opened) => ({
      state: 'predicted' as const,
      merged: await differingFiles(opened, { ...component, lines }, read.merged),
      deployed: await differingFiles(opened, { ...component, lines }, read.deployed),
    }))
  },
)
