import type { OverwrittenComponent } from '@sluice/contract/job-commands/flow-out-result'
import { JobFailure } from '../../../durable/run-errors.ts'
import { withDependents } from '../delta-archive.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'
import {
  type ClobberFinding,
  type ClobberRefusal,
  type OverwrittenComponents,
  refusalOf,
} from './clobber-finding.ts'
import { deployable, isOutside } from './clobbered-components.ts'
import { howToGoOn } from '../how-to-go-on.ts'
import { whatIsDeployed } from '../what-is-deployed.ts'
import { findClobber, listInOrg } from './find-clobber.ts'

/** Keeps a flow out from overwriting changes of the org that its clobber strategy does not accept (decision 7). */
export interface ClobberGuard {
  /** What a deployment would overwrite now; for people who are asked before the first attempt. */
  look(): Promise<ClobberFinding>
  /** Checks the org before an attempt. A refusal ends the flow out; it says that `partsDone` parts are in the org. */
  check(attempt: number, partsDone: number): Promise<ClobberRefusal | null>
  /**
   * Raises JobFailure when a component of the delta changed in the org since the last check. For the moment in which a
   * deployment is sent: a job may have waited for long between the two.
   */
  checkAgain(partsDone: number): Promise<void>
  /** What the last check found; null before the first one. */
  found(): ClobberFinding | null
}

const changedSinceValidation: ClobberRefusal = {
  message: `Components that this flow out would deploy were changed in the org since the check. ${whatIsDeployed(0)}`,
  details: howToGoOn,
}

const changedSinceConfirmed = 'The org was changed since the deployment was confirmed.'

/** `agreed` is what people were shown before they let the deployment begin. */
export function openClobberGuard(flow: ComparedFlowOut, agreed: ClobberFinding | null = null): ClobberGuard {
  const { run } = flow.session
  const strategy = flow.input.clobberStrategy
  const validated = flow.validation?.orgHash ?? null
  const changes = deployable(flow.diff.changes)
  let last = agreed
  const look = async (attempt: number, before: ClobberFinding | null): Promise<ClobberFinding> => {
    const { fingerprint } = before === null ? { fingerprint: null } : await listInOrg(flow, changes)
    return before !== null && before.fingerprint === fingerprint
      ? before
      : await findClobber(flow, `clobber-${attempt}`)
  }
  const lookOnce = async (attempt: number): Promise<ClobberFinding> => {
    const before = last
    // One text: in an object the workflow engine would walk through thousands of names in one piece.
    const recorded = await run.step(`check clobber ${attempt}`, async () =>
      JSON.stringify(await look(attempt, before)),
    )
    const finding: ClobberFinding = JSON.parse(recorded)
    last = finding
    return finding
  }
  return {
    look: () => lookOnce(0),
    check: async (attempt, partsDone) => {
      const finding = await lookOnce(attempt)
      if (validated !== null && finding.fingerprint !== validated) return changedSinceValidation
      const refusal = refusalOf(strategy, notAgreed(flow, finding, agreed), partsDone)
      if (refusal === null || agreed === null) return refusal
      return { ...refusal, message: `${changedSinceConfirmed} ${refusal.message}` }
    },
    checkAgain: async (partsDone) => {
      if (last === null || (strategy === 'Accept' && validated === null)) return
      if ((await listInOrg(flow, changes)).fingerprint === last.fingerprint) return
      throw new JobFailure(
        `Components that this flow out would deploy were changed in the org while the job ran. ${whatIsDeployed(partsDone)}`,
        'Run the flow out again: it compares them with the org anew.',
      )
    },
    found: () => last,
  }
}

/** What of a finding people have neither agreed to overwrite as it is now nor left out. */
function notAgreed(
  { diff, leftOutByPeople }: ComparedFlowOut,
  { confirmed, potential }: ClobberFinding,
  agreed: ClobberFinding | null,
): OverwrittenComponents {
  const shown = new Set(
    [...(agreed?.confirmed ?? []), ...(agreed?.potential ?? [])].map((one) => JSON.stringify(one)),
  )
  const leftOut = withDependents(diff.changes, [...leftOutByPeople.keys()])
  const isDeployed = isOutside(diff.changes, leftOut)
  const isNew = (one: OverwrittenComponent) => !shown.has(JSON.stringify(one)) && isDeployed(one)
  return { confirmed: confirmed.filter(isNew), potential: potential.filter(isNew) }
}
