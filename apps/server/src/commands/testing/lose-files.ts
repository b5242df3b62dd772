import { rm } from 'node:fs/promises'
import type { Context } from '../../context.ts'

/** Leaves what a worker on another machine has of the files of jobs: nothing. */
export async function loseFiles({ ctx }: { readonly ctx: Pick<Context, 'folders'> }): Promise<void> {
  const { work, mirrors } = ctx.folders
  for (const folder of [work, mirrors]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
