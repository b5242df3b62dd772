import type { FlowStack, FlowWorld } from '../flow-world.ts'
import { type InitializedStack, initializedStack } from '../initialized-stack.ts'
import { outputOf } from '../run-job.ts'
import { alpha, beta } from '../sample-metadata.ts'
import type { OrgEdit } from '../test-org.ts'

/** One stack for all jobs of a row: what a crash leaves behind would show at the next. */
export function stackOfRow(
  edits: readonly OrgEdit[] = [alpha.edit(), beta.edit()],
): (world: FlowWorld) => Promise<InitializedStack> {
  let made: Promise<InitializedStack> | undefined
  return (world) => (made ??= initializedStack(world, edits))
}

/** Facts that are zero or false are left out. */
export const inWords = (facts: Readonly<Record<string, number | boolean>>): string =>
  Object.entries(facts)
    .filter(([, fact]) => fact !== 0 && fact !== false)
    .map(([name, fact]) => (fact === true ? name : `${Number(fact)} ${name}`))
    .join(', ')

/** Whether the result of the job lists its one change. */
export async function isListed({ ctx }: FlowWorld, flow: FlowStack, jobId: string): Promise<boolean> {
  const { combinedGitCommitResult: committed, diffResult } = await outputOf(ctx, flow, jobId)
  return (
    committed?.fileResults.some(({ filePath }) => alpha.file.endsWith(filePath)) ??
    diffResult?.diffCounts.modified === 1
  )
}
