import * as fc from 'fast-check'
import { expect } from 'vitest'
import { unpackedSame } from '../../differences/difference-lists.ts'
import { type Deed, act, deeds, openStack } from './difference-law.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { askAndLook, difference, type KeptDifference } from './look.ts'
import {
  type DeploymentPrompt,
  changedLines,
  diffLines,
  lineOf,
  noticesOf,
  otherwise,
  refusedPrompt,
} from './previewed-job.ts'
import { everything, outputOf, submit } from './run-job.ts'

interface PreviewedCase {
  readonly isSandbox: boolean
  readonly direction: 'FlowIn' | 'FlowOut'
  /** Changes that are made before the preview. */
  readonly before: readonly Deed[]
  /** Changes that are made after the preview and before the job. */
  readonly late: readonly Deed[]
}

export const previewedCases: fc.Arbitrary<PreviewedCase> = fc.record({
  isSandbox: fc.boolean(),
  direction: fc.constantFrom('FlowIn', 'FlowOut'),
  before: deeds,
  late: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, { arbitrary: deeds, weight: 1 }),
})

/** How the case ended: the lists were equal, or the job said what was otherwise. */
interface PreviewedEnd {
  readonly isEqual: boolean
  readonly components: number
}

/** What the preview said is what the job does, or the job says what is otherwise and, before it deploys, asks. */
export async function expectTruePreview(
  world: FlowWorld,
  { isSandbox, direction, before, late }: PreviewedCase,
): Promise<PreviewedEnd> {
  const stack = await openStack(world, isSandbox)
  for (const deed of before) await act(world, stack, deed)
  const kept = await askAndLook(world.ctx, stack.flow)
  const shown = shownLines(kept, direction)
  const { environmentId } = await difference(world.ctx, stack.flow)
  for (const deed of late)
    if (deed.kind !== 'flowIn' && deed.kind !== 'flowOut') await act(world, stack, deed)
  const jobId = await submit(world.ctx, stack.flow, {
    jobCommandName: direction,
    jobTemplate: {
      environmentFilter: everything,
      previews: [{ environmentId, revision: kept.row.revision }],
      acceptDeletions: true,
      ...(direction === 'FlowOut'
        ? { noConfirm: true, clobberStrategy: 'Accept' }
        : { mergeConflictsStrategy: 'PreferRemote' }),
    },
  })
  const { made, prompt } = await endOf(world, stack.flow, { jobId, direction })
  const saidOtherwise = await noticesOf(world, jobId)
  const isEqual = made.join('\n') === shown.join('\n')
  expect({ shown, made, said: saidOtherwise.length }).toMatchObject({ said: isEqual ? 0 : 1 })
  if (direction === 'FlowOut') {
    expect(prompt !== null, 'who was not shown it is asked').toBe(!isEqual && made.length > 0)
    if (prompt !== null) expect(changedLines(prompt)).toEqual(otherwise(shown, made))
  }
  return { isEqual, components: made.length }
}

function shownLines({ row, components }: KeptDifference, direction: PreviewedCase['direction']): string[] {
  const side = direction === 'FlowOut' ? 'outbound' : 'inbound'
  const differing = components.flatMap((one) => lineOf(one, one[side]?.changeType ?? null))
  const same = unpackedSame(row.sameOnBothSides).flatMap((one) => lineOf(one, one[side]))
  return [...differing, ...same].toSorted()
}

interface MadeChanges {
  readonly made: string[]
  /** What people were asked; null where nobody was. */
  readonly prompt: DeploymentPrompt | null
}

/** What the job changes; a question is answered with no. */
async function endOf(
  world: FlowWorld,
  flow: FlowStack,
  { jobId, direction }: Pick<PreviewedCase, 'direction'> & { readonly jobId: string },
): Promise<MadeChanges> {
  const prompt = await refusedPrompt(world, flow, jobId)
  if (prompt !== null) return { made: diffLines(prompt.diffResult), prompt }
  const { diffResult, retrieveResult } = await outputOf(world.ctx, flow, jobId)
  const brought = retrieveResult?.changes.flatMap((one) => lineOf(one, one.changeType)) ?? []
  const made = direction === 'FlowOut' && diffResult ? diffLines(diffResult) : brought.toSorted()
  return { made, prompt: null }
}
