import { expect } from 'vitest'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { initialize } from './run-job.ts'
import type { OrgEdit, OrgKind } from './test-org.ts'
import { type WorkingCopy, cloneOf } from './working-copy.ts'

export interface InitializedStack {
  readonly flow: FlowStack
  /** A developer's clone of the repository. */
  readonly clone: WorkingCopy
}

/** A stack whose org was edited and whose branch equals it. */
export async function initializedStack(
  world: Pick<FlowWorld, 'ctx' | 'folder' | 'connect'>,
  edits: readonly OrgEdit[],
  orgKind: OrgKind = {},
): Promise<InitializedStack> {
  const flow = await world.connect(orgKind)
  for (const edit of edits) await flow.org.edit(edit)
  const { job } = await initialize(world.ctx, flow)
  expect(job.error).toBeNull()
  return { flow, clone: await cloneOf(world.folder, flow) }
}
