import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { DividedDelta } from '@sluice/metadata/divide-delta'
import { JobFailure } from '../../durable/run-errors.ts'
import { type LoopResult, runAttempts } from './attempt-loop.ts'
import type { ClobberGuard } from './clobber/clobber-guard.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'
import { whatIsDeployed } from './what-is-deployed.ts'

/**
 * Deploys a delta part by part, where one deployment does not take all of it: each part with attempts of its own, whose numbers go
 * on, so that every deployment is an effect of its own and none is made twice. What fails in one part is left out; a part that fails as a
 * whole ends the flow out.
 */
export async function runParts(flow: ComparedFlowOut, clobber: ClobberGuard): Promise<LoopResult> {
  let result: LoopResult | null = null
  for (const changes of flow.diff.parts) {
    const next: NextPart = { changes, before: result }
    result = await runPart(flow, clobber, next)
    if (result.verdict !== 'succeeded') return result
  }
  if (result === null) throw new Error('A flow out has at least one part.')
  return result
}

interface NextPart {
  readonly changes: readonly ComponentChange[]
  /** What the parts before came to; null for the first one. */
  readonly before: LoopResult | null
}

async function runPart(
  flow: ComparedFlowOut,
  clobber: ClobberGuard,
  { changes, before }: NextPart,
): Promise<LoopResult> {
  const { partsDone, attempts } = before ?? { partsDone: 0, attempts: [] }
  const loop = await runAttempts(flow, clobber, { changes, attemptsBefore: attempts.length, partsDone })
  const result = { ...loop, partsDone: partsDone + (loop.verdict === 'succeeded' ? 1 : 0) }
  return before === null ? result : joined(before, result)
}

function joined(before: LoopResult, after: LoopResult): LoopResult {
  return {
    ...after,
    attempts: [...before.attempts, ...after.attempts],
    excluded: new Set([...before.excluded, ...after.excluded]),
    problems: new Map([...before.problems, ...after.problems]),
  }
}

const shown = (count: number): string => count.toLocaleString('en-US')

interface DividedFlowOut extends Pick<ComparedFlowOut, 'input'> {
  readonly diff: DividedDelta
}

/** Ends a flow out that has to be all in one deployment and is too large for one. */
export function refuseDivision({ input, diff }: DividedFlowOut): void {
  const { parts, size } = diff
  if (parts.length === 1 || !(input.checkOnly || input.allOrNothing)) return
  throw new JobFailure(
    `The flow out has ${shown(size.files)} files and ${shown(size.customFields)} custom fields; one deployment takes at most 10,000 and 45,000. ${whatIsDeployed(0)}`,
    `${input.checkOnly ? 'Check only' : 'All or nothing'} needs one deployment. Without it this flow out is divided into ${parts.length} deployments; merging fewer changes into the branch makes it smaller.`,
  )
}
