import type { Conflict, ConflictResolution } from '@sluice/contract/conflict'
import { inquiryPrompts } from '@sluice/contract/inquiry'
import { viewConflicts } from '../../conflicts/conflict-views.ts'
import { resolveFiles } from '../../operations/conflicts/resolve-files.ts'
import { saveFile } from '../../operations/conflicts/save-file.ts'
import type { Context } from '../../context.ts'
import { answerInquiry, ownersRequest, pendingQuestion } from './answer-inquiry.ts'
import type { FlowStack } from './flow-world.ts'

/** A conflict on which a job waits, and what the stack's owner does about it. */
export interface OpenConflict {
  readonly conflict: Conflict
  /** Resolves files by their paths. */
  resolve(choices: Readonly<Record<string, ConflictResolution>>): Promise<void>
  /** Writes the result of a file by hand. */
  save(file: string, text: string): Promise<void>
  answer(goOn: boolean): Promise<void>
}

/** Waits until the job asks about a conflict. */
export async function openConflict(ctx: Context, flow: FlowStack, jobId: string): Promise<OpenConflict> {
  const { workspaceId, stackId } = flow
  const inquiry = await pendingQuestion(ctx, flow, jobId)
  const { conflictId } = inquiryPrompts.MergeConflict.parse(inquiry.prompt)
  const [conflict] = await ctx.database.inWorkspace(workspaceId, null, (tx) =>
    viewConflicts(tx, workspaceId, [conflictId]),
  )
  if (!conflict) throw new Error('The conflict is not stored.')
  const fileOf = (path: string) => {
    const found = conflict.files.find(({ filePath }) => filePath === path)
    if (!found) throw new Error(`The conflict has no file ${path}.`)
    return found.id
  }
  const params = { workspaceId, stackId, jobId, conflictId }
  const request = ownersRequest(ctx, flow)
  return {
    conflict,
    resolve: async (choices) => {
      const resolutions = Object.fromEntries(
        Object.entries(choices).map(([path, choice]) => [fileOf(path), choice]),
      )
      await resolveFiles(ctx, { ...request, params, body: { resolutions } })
    },
    save: async (path, body) => {
      const conflictFileId = fileOf(path)
      await saveFile(ctx, { ...request, params: { ...params, conflictFileId, version: 'Target' }, body })
    },
    answer: (goOn) => answerInquiry(ctx, flow, { jobId, inquiryId: inquiry.id, answer: { continue: goOn } }),
  }
}
