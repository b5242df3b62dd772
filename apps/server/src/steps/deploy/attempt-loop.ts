import { componentKey } from '@sluice/metadata/component'
import type { DeltaPlan } from '@sluice/metadata/delta'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { JobFailure } from '../../durable/run-errors.ts'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import { keepArtifact } from '../session/keep-artifact.ts'
import { ensureDeltaArchive } from './attempt-archive.ts'
import { verdictOf } from './attempt-verdict.ts'
import {
  type AttemptDecision,
  type AttemptState,
  type AttemptVerdict,
  type StopReason,
  decideAfterAttempt,
  decideAfterQuickDeploy,
  decideOnEmptyDelta,
  firstAttempt,
} from './attempts.ts'
import type { DeployOutcome } from './await-deployment.ts'
import type { ClobberRefusal } from './clobber/clobber-finding.ts'
import type { ClobberGuard } from './clobber/clobber-guard.ts'
import { planOf, withDependents } from './delta-archive.ts'
import { deployAttempt } from './deploy-attempt.ts'
import { type MappedProblems, mapProblems } from './failure-mapping.ts'
import type { ComparedFlowOut } from './flow-out-diff.ts'
import { problemsIn } from './quick-deploy/problems-in.ts'
import { recordTestRun } from './record-test-run.ts'

export interface Attempt {
  readonly number: number
  readonly isValidation: boolean
  readonly isSuccessful: boolean
  readonly outcome: DeployOutcome
  readonly problems: MappedProblems
  /** What was left out of its archive. */
  readonly excluded: ReadonlySet<string>
}

export interface LoopResult {
  readonly verdict: 'succeeded' | 'failed' | 'cancelled'
  readonly reasons: readonly StopReason[]
  /** Set when changes of the org stopped the flow out. */
  readonly refusal: ClobberRefusal | null
  readonly attempts: readonly Attempt[]
  /** What the org does not have in the end although the branch does. */
  readonly excluded: ReadonlySet<string>
  /** The last word about each component that failed. */
  readonly problems: ReadonlyMap<string, readonly ComponentProblem[]>
  /** How many parts of the delta are in the org. */
  readonly partsDone: number
}

/** The pause doubles with each attempt, because most setup locks last seconds and a few last minutes. */
const busyPauseMs = 5_000

/** What is deployed together. */
export interface DeltaPart {
  readonly changes: readonly ComponentChange[]
  /** Attempts of the parts before. */
  readonly attemptsBefore: number
  readonly partsDone: number
}

/** Deploys, leaves out what failed, and deploys again, until the rest is in or a rule says stop. */
export async function runAttempts(
  flow: ComparedFlowOut,
  clobber: ClobberGuard,
  part: DeltaPart,
): Promise<LoopResult> {
  const { input, org, flowVersions, validation, absentEntries, leftOutByPeople } = flow
  const { run } = flow.session
  const { changes, attemptsBefore, partsDone } = part
  const attempts: Attempt[] = []
  const problems = new Map([...problemsIn(validation), ...absentEntries, ...leftOutByPeople])
  const finish = (
    verdict: LoopResult['verdict'],
    reasons: readonly StopReason[],
    excluded: readonly string[],
  ) => {
    return {
      verdict,
      reasons,
      refusal: null,
      attempts,
      problems,
      excluded: withDependents(changes, excluded),
      partsDone,
    }
  }
  const leftOutAtFirst = validation?.excludedKeys ?? [...absentEntries.keys(), ...leftOutByPeople.keys()]
  for (let state = firstAttempt(input, leftOutAtFirst); ;) {
    const plan = planOf({ changes, excluded: state.excluded, flowVersions, apiVersion: org.apiVersion })
    const refusal = plan.isEmpty ? null : await clobber.check(attemptsBefore + state.number, partsDone)
    if (refusal !== null) return { ...finish('failed', [], state.excluded), refusal }
    const attempt = plan.isEmpty ? null : await attemptOnce({ flow, part, state, plan, clobber })
    if (attempt !== null) attempts.push(attempt)
    for (const [key, found] of attempt?.problems.byKey ?? []) problems.set(key, found)
    if (attempt?.outcome.status === 'Canceled') return finish(cancelled(attempt), [], state.excluded)
    const verdict = attempt === null ? null : verdictOf(attempt.outcome, attempt.problems)
    const decision = decide(flow, state, verdict)
    if (decision.kind === 'succeeded') return finish('succeeded', [], notIn(attempt, state))
    if (decision.kind === 'failed') return finish('failed', decision.reasons, notIn(attempt, state))
    state = decision.state
    if (attempt !== null && isBusy(verdict))
      await run.sleep(
        `org busy after attempt ${attempt.number}`,
        busyPauseMs * 2 ** (attempt.number - attemptsBefore - 1),
      )
    await run.throwIfCancelled()
  }
}

function decide(
  { input, validation }: ComparedFlowOut,
  state: AttemptState,
  verdict: AttemptVerdict | null,
): AttemptDecision {
  if (verdict === null) return decideOnEmptyDelta(state)
  return validation === null ? decideAfterAttempt(input, state, verdict) : decideAfterQuickDeploy(verdict)
}

interface PlannedAttempt {
  readonly flow: ComparedFlowOut
  readonly part: DeltaPart
  readonly state: AttemptState
  readonly plan: DeltaPlan
  readonly clobber: ClobberGuard
}

/** One deployment. */
async function attemptOnce({ flow, part, state, plan, clobber }: PlannedAttempt): Promise<Attempt> {
  const { session, input, diff, validation } = flow
  const number = part.attemptsBefore + state.number
  const excluded = [...keysOutside(part, diff.changes), ...state.excluded]
  const archive = () => ensureDeltaArchive(flow, { number, excluded })
  if (input.collectDeploymentDeltaArchives && validation === null) {
    await keepArtifact(session, {
      name: `delta-${number}.zip`,
      type: 'DeploymentDeltaArchive',
      path: archive,
    })
  }
  const outcome = await deployAttempt({
    flow,
    attempt: number,
    validateOnly: state.validateOnly,
    componentCount: plan.components.length + plan.destructivePost.length + plan.destructivePre.length,
    partsDone: part.partsDone,
    content: validation === null ? { archive } : { validationId: validation.deploymentId },
    beforePosting: () => clobber.checkAgain(part.partsDone),
  })
  await session.run.uncancellable(() => recordTestRun(flow, number, outcome))
  return {
    number,
    isValidation: state.validateOnly,
    isSuccessful: outcome.status === 'Succeeded' || outcome.status === 'SucceededPartial',
    outcome,
    problems: mapProblems(outcome.failures, part.changes),
    excluded: withDependents(diff.changes, excluded),
  }
}

function isBusy(verdict: AttemptVerdict | null): boolean {
  return verdict?.kind === 'orgBusy' || (verdict?.kind === 'failed' && verdict.isBusy === true)
}

/** Keys of what other parts deploy. */
function keysOutside({ changes }: DeltaPart, all: readonly ComponentChange[]): string[] {
  if (changes.length === all.length) return []
  const inside = new Set(changes)
  return all.filter((change) => !inside.has(change)).map(({ identity }) => componentKey(identity))
}

/** Salesforce may have deployed a part only; what failed then is left out like what was left out before. */
function notIn(attempt: Attempt | null, state: AttemptState): readonly string[] {
  return [...state.excluded, ...(attempt?.problems.byKey.keys() ?? [])]
}

function cancelled(attempt: Attempt): 'cancelled' {
  if (attempt.outcome.wasCancelledByUs) return 'cancelled'
  throw new JobFailure('The deployment was cancelled in Salesforce.', `Deployment ${attempt.outcome.id}`)
}
