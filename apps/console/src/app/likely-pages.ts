import type { FileRoutesById } from './route-tree.gen.ts'
import { prefetch, isWaitingForCode } from '../platform/load-code.ts'
import { codeOfDialogs } from '../platform/ui/on-demand.tsx'

const ofStack = '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug'

/** Where people go next, most likely first; from the sign-in on, this is all that a usual day needs. */
const likelyPages = [
  '/_signed-in/_shell',
  `${ofStack}/environments`,
  `${ofStack}/jobs`,
  `${ofStack}/jobs/$jobId`,
  `${ofStack}/environments/$environmentSlug`,
  `${ofStack}/environments/$environmentSlug/flow`,
  `${ofStack}/environments/$environmentSlug/difference`,
  `${ofStack}/jobs/$jobId/inquiry/$inquiryId`,
  `${ofStack}/jobs/$jobId/conflict/$conflictId`,
  `${ofStack}/settings`,
  `${ofStack}/schedules`,
  `${ofStack}/test-runs`,
  '/_signed-in/_shell/workspaces/$workspaceSlug/members',
  '/_signed-in/_shell/workspaces/$workspaceSlug/invitations',
] as const satisfies (keyof FileRoutesById)[]

type LikelyPage = (typeof likelyPages)[number]

/**
 * Prefetches the code of likely next pages, and then that of their dialogs, one after the other while the browser has nothing
 * else to do.
 */
export async function prefetchLikelyCode(fetchPage: (page: LikelyPage) => Promise<void> | undefined) {
  await whileIdle(likelyPages.map((page) => async () => fetchPage(page)))
  await whileIdle(codeOfDialogs())
}

async function whileIdle(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    await idle()
    if (isWaitingForCode()) return
    await prefetch(load)
  }
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
