import { setTimeout as wait } from 'node:timers/promises'
import { type InquiryPrompt, inquiryPrompts } from '@sluice/contract/inquiry'
import type { DiffResult } from '@sluice/contract/job-commands/diff-result'
import { and, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { unpackedSame } from '../../differences/difference-lists.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { notice } from '../../platform/database/schema/jobs.ts'
import { answerInquiry } from './answer-inquiry.ts'
import { type Deed, act, deeds, openStack } from './difference-law.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { askAndLook, difference, type KeptDifference } from './look.ts'
import { ended, everything, jobOf, outputOf, submit } from './run-job.ts'

interface PreviewedCase {
  readonly isSandbox: boolean
  readonly direction: 'FlowIn' | 'FlowOut'
  /** Before somebody looks. */
  readonly before: readonly Deed[]
  /** Between the preview and the job. */
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

interface Named {
  readonly componentType: string
  readonly componentName: string
}

const lineOf = ({ componentType, componentName }: Named, changeType: string | null): string[] =>
  changeType === null ? [] : [`${componentType} ${componentName} ${changeType}`]

const diffLines = ({ packageDiffResults }: DiffResult): string[] =>
  packageDiffResults
    .flatMap(({ added, modified, deleted }) => [
      ...added.flatMap((one) => lineOf(one, 'Added')),
      ...modified.flatMap((one) => lineOf(one, 'Modified')),
      ...deleted.flatMap((one) => lineOf(one, 'Deleted')),
    ])
    .toSorted()

type Prompt = InquiryPrompt<'FlowOutConfirmDeployment'>

interface MadeChanges {
  readonly made: string[]
  /** What people were asked; null where nobody was. */
  readonly prompt: Prompt | null
}

/** Waits until the job has ended or asks; a question is answered with no. */
async function endOf(
  world: FlowWorld,
  flow: FlowStack,
  { jobId, direction }: Pick<PreviewedCase, 'direction'> & { readonly jobId: string },
): Promise<MadeChanges> {
  const question = await questionOrEnd(world, flow, jobId)
  if (question !== null) {
    const prompt = inquiryPrompts.FlowOutConfirmDeployment.parse(question.prompt)
    const answer = { continue: false, excludedComponents: [] }
    await answerInquiry(world.ctx, flow, { jobId, inquiryId: question.id, answer })
    await ended(world.ctx, flow, jobId)
    return { made: diffLines(prompt.diffResult), prompt }
  }
  const { diffResult, retrieveResult } = await outputOf(world.ctx, flow, jobId)
  const brought = retrieveResult?.changes.flatMap((one) => lineOf(one, one.changeType)) ?? []
  const made = direction === 'FlowOut' && diffResult ? diffLines(diffResult) : brought.toSorted()
  return { made, prompt: null }
}

async function questionOrEnd(world: FlowWorld, flow: FlowStack, jobId: string) {
  for (let polls = 0; polls < 2_400; polls++) {
    const [pending] = await world.ctx.database.asSystem((tx) =>
      tx
        .select()
        .from(inquiry)
        .where(and(eq(inquiry.jobId, jobId), eq(inquiry.status, 'Pending'))),
    )
    if (pending !== undefined) return pending
    if ((await jobOf(world.ctx, flow, jobId)).status === 'Ended') return null
    await wait(50)
  }
  throw new Error('The job neither asked nor ended in two minutes.')
}

const noticesOf = (world: FlowWorld, jobId: string) =>
  world.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(notice)
      .where(and(eq(notice.jobId, jobId), eq(notice.subject, 'PreviewOutdated'))),
  )

const withoutChange = (line: string): string => line.replace(/ [A-Z][a-z]+$/, '')

/** What the job must say about two lists of lines. */
function otherwise(shown: readonly string[], made: readonly string[]): Record<string, string[]> {
  const [names, madeNames] = [new Set(shown.map(withoutChange)), new Set(made.map(withoutChange))]
  return {
    added: made.filter((line) => !names.has(withoutChange(line))),
    gone: shown.filter((line) => !madeNames.has(withoutChange(line))),
    different: made.filter((line) => names.has(withoutChange(line)) && !shown.includes(line)),
  }
}

const linesOf = (list: readonly (Named & { readonly changeType: string })[] = []): string[] =>
  list.flatMap((one) => lineOf(one, one.changeType)).toSorted()

const changedLines = ({ changedSincePreview: changed }: Prompt): Record<string, string[]> => ({
  added: linesOf(changed?.added),
  gone: linesOf(changed?.gone),
  different: linesOf(changed?.different),
})
