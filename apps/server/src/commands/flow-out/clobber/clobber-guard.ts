import { JobFailure } from '../../../durable/run-errors.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'
import {
  type ClobberFinding,
  type ClobberRefusal,
  type OverwrittenComponents,
  refusalOf,
} from './clobber-finding.ts'
import { deployable } from './clobbered-components.ts'
import { findClobber, listInOrg } from './find-clobber.ts'

/** Keeps a flow out from overwriting changes of the org that its clobber strategy does not accept. */
export interface ClobberGuard {
  /** Checks the org before an attempt. A refusal ends the flow out: nothing was deployed. */
  check(attempt: number): Promise<ClobberRefusal | null>
  /**
   * Raises JobFailure when a component of the delta changed in the org since the last check. For the moment in which a
   * deployment is sent: a job may have waited for long between the two.
   */
  checkAgain(): Promise<void>
  /** What the last check found; empty before the first one. */
  found(): OverwrittenComponents
}

export function openClobberGuard(flow: ComparedFlowOut): ClobberGuard {
  const { run } = flow.session
  const strategy = flow.input.clobberStrategy
  const changes = deployable(flow.diff.changes)
  let last: ClobberFinding | null = null
  const look = async (attempt: number, before: ClobberFinding | null): Promise<ClobberFinding> => {
    const { fingerprint } = before === null ? { fingerprint: null } : await listInOrg(flow, changes)
    return before !== null && before.fingerprint === fingerprint
      ? before
      : await findClobber(flow, `clobber-${attempt}`)
  }
  return {
    check: async (attempt) => {
      const before = last
      // One text: in an object the workflow engine would walk through thousands of names in one piece.
      const recorded = await run.step(`check clobber ${attempt}`, async () =>
        JSON.stringify(await look(attempt, before)),
      )
      const finding: ClobberFinding = JSON.parse(recorded)
      last = finding
      return refusalOf(strategy, finding)
    },
    checkAgain: async () => {
      if (strategy === 'Accept' || last === null) return
      if ((await listInOrg(flow, changes)).fingerprint === last.fingerprint) return
      throw new JobFailure(
        'Components that this flow out would deploy were changed in the org while the job ran. Nothing was deployed.',
        'Run the flow out again: it compares them with the org anew.',
      )
    },
    found: () => last ?? { confirmed: [], potential: [] },
  }
}
