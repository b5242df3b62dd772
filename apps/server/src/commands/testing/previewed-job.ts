import { setTimeout as wait } from 'node:timers/promises'
import { type InquiryPrompt, inquiryPrompts } from '@sluice/contract/inquiry'
import type { DiffResult } from '@sluice/contract/job-commands/diff-result'
import { and, eq } from 'drizzle-orm'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { notice } from '../../platform/database/schema/jobs.ts'
import { answerInquiry } from './answer-inquiry.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { ended } from './run-job.ts'
import { hasEnded } from './until-job.ts'

export type DeploymentPrompt = InquiryPrompt<'FlowOutConfirmDeployment'>

interface Named {
  readonly componentType: string
  readonly componentName: string
}

/** A line for a change, such as `ApexClass Alpha Modified`; none without one. */
export const lineOf = ({ componentType, componentName }: Named, changeType: string | null): string[] =>
  changeType === null ? [] : [`${componentType} ${componentName} ${changeType}`]

/** The lines of all components that a deployment compares. */
export const diffLines = ({ packageDiffResults }: DiffResult): string[] =>
  packageDiffResults
    .flatMap(({ added, modified, deleted }) => [
      ...added.flatMap((one) => lineOf(one, 'Added')),
      ...modified.flatMap((one) => lineOf(one, 'Modified')),
      ...deleted.flatMap((one) => lineOf(one, 'Deleted')),
    ])
    .toSorted()

/** Waits until the job has ended or asks. A question is answered with no; null where nobody was asked. */
export async function refusedPrompt(
  world: FlowWorld,
  flow: FlowStack,
  jobId: string,
): Promise<DeploymentPrompt | null> {
  const question = await questionOrEnd(world, jobId)
  if (question === null) return null
  const prompt = inquiryPrompts.FlowOutConfirmDeployment.parse(question.prompt)
  const answer = { continue: false, excludedComponents: [] }
  await answerInquiry(world.ctx, flow, { jobId, inquiryId: question.id, answer })
  await ended(world.ctx, flow, jobId)
  return prompt
}

async function questionOrEnd(world: FlowWorld, jobId: string) {
  for (let polls = 0; polls < 2_400; polls++) {
    const [pending] = await world.ctx.database.asSystem((tx) =>
      tx
        .select()
        .from(inquiry)
        .where(and(eq(inquiry.jobId, jobId), eq(inquiry.status, 'Pending'))),
    )
    if (pending !== undefined) return pending
    if (await hasEnded(world.ctx, jobId)) return null
    await wait(50)
  }
  throw new Error('The job neither asked nor ended in two minutes.')
}

/** The remarks of a job that its preview is outdated. */
export const noticesOf = (world: FlowWorld, jobId: string) =>
  world.ctx.database.asSystem((tx) =>
    tx
      .select()
      .from(notice)
      .where(and(eq(notice.jobId, jobId), eq(notice.subject, 'PreviewOutdated'))),
  )

const withoutChange = (line: string): string => line.replace(/ [A-Z][a-z]+$/, '')

/** Returns the differences that a job has to report between the previewed lines and its own. */
export function otherwise(shown: readonly string[], made: readonly string[]): Record<string, string[]> {
  const [names, madeNames] = [new Set(shown.map(withoutChange)), new Set(made.map(withoutChange))]
  return {
    added: made.filter((line) => !names.has(withoutChange(line))),
    gone: shown.filter((line) => !madeNames.has(withoutChange(line))),
    different: made.filter((line) => names.has(withoutChange(line)) && !shown.includes(line)),
  }
}

const linesOf = (list: readonly (Named & { readonly changeType: string })[] = []): string[] =>
  list.flatMap((one) => lineOf(one, one.changeType)).toSorted()

/** Returns the differences that a job reported. */
export const changedLines = ({
  changedSincePreview: changed,
}: DeploymentPrompt): Record<string, string[]> => ({
  added: linesOf(changed?.added),
  gone: linesOf(changed?.gone),
  different: linesOf(changed?.different),
})
