import { createHash } from 'node:crypto'
import type { FlowOutValidation } from '@sluice/contract/job-commands/quick-deploy'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { LoopResult } from '../attempt-loop.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'

/** What the result of a check-only flow out offers to deploy; null where it failed, deployed nothing or ran no tests. */
export function validationOf(
  { input, environment, head, isInBranch, since, diff }: ComparedFlowOut,
  { verdict, attempts, excluded, problems }: LoopResult,
  { orgHash, now }: { readonly orgHash: string | null; readonly now: string },
): FlowOutValidation | null {
  const last = attempts.at(-1)?.outcome
  if (!input.checkOnly || verdict !== 'succeeded' || last === undefined || orgHash === null) return null
  // A later job could not find the commit that was validated.
  if (!isInBranch) return null
  // Salesforce deploys no validation without tests again.
  if (last.tests.length === 0) return null
  return {
    deploymentId: last.id,
    completedUtc: last.completedUtc ?? now,
    headCommitHash: head,
    outboundCommitHash: environment.parity.outbound,
    isByHistory: since !== null,
    deltaHash: deltaHashOf(diff.changes),
    orgHash,
    excludedKeys: [...excluded],
    problems: Array.from(problems, ([key, said]) => ({ key, problems: [...said] })),
  }
}

/** Changes with every component of a delta and with what is done to it. */
export function deltaHashOf(changes: readonly ComponentChange[]): string {
  const lines = changes.map(({ changeType, identity }) => `${changeType} ${componentKey(identity)}`)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}
