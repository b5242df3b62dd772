import { partsOfKey } from '@sluice/metadata/profile/entry-key'

/** Why a flow out stopped without success; each is a flag of the result. */
export type StopReason =
  | 'reachedMaximumNumberAttempts'
  | 'reachedOnlyFailures'
  | 'reachedRepeatedState'
  | 'allOrNothingAttemptFailed'
  | 'lastAttemptFailed'

export interface AttemptRules {
  readonly checkOnly: boolean
  readonly allOrNothing: boolean
  readonly resetExclusions: boolean
  readonly maxNumberAttempts: number
}

/** What is known before an attempt. `excluded` holds the keys of components and entries that are left out of its archive. */
export interface AttemptState {
  readonly number: number
  readonly validateOnly: boolean
  readonly excluded: readonly string[]
  /** What was left out from the beginning: no attempt has it. */
  readonly alwaysExcluded: readonly string[]
  /** The sorted exclusions of every attempt so far and the failures of the last one, to notice a loop. */
  readonly seenExclusions: readonly string[]
  readonly lastFailures: string | null
  readonly allOrNothingFailed: boolean
}

/** How Salesforce answered: deployed, some components failed, or busy with another change of the setup. */
export type AttemptVerdict =
  | { readonly kind: 'succeeded' }
  | {
      readonly kind: 'failed'
      readonly failedKeys: readonly string[]
      /** Whether other components failed only because the org was busy: the next attempt waits and has them, too. */
      readonly isBusy?: boolean
    }
  | { readonly kind: 'orgBusy' }

export type AttemptDecision =
  | { readonly kind: 'again'; readonly state: AttemptState }
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly reasons: readonly StopReason[] }

/** `excluded` is left out from the beginning. */
export function firstAttempt(rules: AttemptRules, excluded: readonly string[] = []): AttemptState {
  return {
    number: 1,
    validateOnly: rules.checkOnly,
    excluded,
    alwaysExcluded: excluded,
    seenExclusions: [fingerprint(excluded)],
    lastFailures: null,
    allOrNothingFailed: false,
  }
}

/** An attempt that would deploy nothing: success at first, failure once everything has failed. */
export function decideOnEmptyDelta(state: AttemptState): AttemptDecision {
  return state.number === 1 ? { kind: 'succeeded' } : failed(state, ['reachedOnlyFailures'])
}

/** What follows the deployment of a validation, which cannot be repeated with less. */
export function decideAfterQuickDeploy({ kind }: AttemptVerdict): AttemptDecision {
  return kind === 'succeeded' ? { kind } : { kind: 'failed', reasons: ['lastAttemptFailed'] }
}

/** What follows an attempt. An all-or-nothing flow out goes on after a failure only to collect every error. */
export function decideAfterAttempt(
  rules: AttemptRules,
  state: AttemptState,
  verdict: AttemptVerdict,
): AttemptDecision {
  if (verdict.kind === 'succeeded')
    return state.allOrNothingFailed ? failed(state, []) : { kind: 'succeeded' }
  if (verdict.kind === 'orgBusy') return again(rules, state, state)
  if (verdict.failedKeys.length === 0) return failed(state, ['lastAttemptFailed'])
  const allOrNothingFailed = state.allOrNothingFailed || rules.allOrNothing
  const failedKeys = verdict.failedKeys.map((key) => keyToExclude(rules, state, key))
  const failures = fingerprint(failedKeys)
  const before = rules.resetExclusions ? state.alwaysExcluded : state.excluded
  const excluded = unique([...before, ...failedKeys])
  const next = {
    ...state,
    validateOnly: state.validateOnly || allOrNothingFailed,
    excluded,
    seenExclusions: [...state.seenExclusions, fingerprint(excluded)],
    lastFailures: failures,
    allOrNothingFailed,
  }
  if (failures === state.lastFailures || state.seenExclusions.includes(fingerprint(excluded))) {
    return failed(next, ['reachedRepeatedState'])
  }
  return again(rules, state, next)
}

/**
 * An entry of a profile is left out alone, unless that has not helped or the next attempt is the last one: another entry may fail
 * in it, and then nothing would be deployed.
 */
function keyToExclude(rules: AttemptRules, state: AttemptState, key: string): string {
  const { component, entry } = partsOfKey(key)
  const isNextLast = state.number + 1 >= rules.maxNumberAttempts
  return entry !== null && (isNextLast || state.excluded.includes(key)) ? component : key
}

function again(rules: AttemptRules, state: AttemptState, next: AttemptState): AttemptDecision {
  if (state.number >= rules.maxNumberAttempts) return failed(next, ['reachedMaximumNumberAttempts'])
  return { kind: 'again', state: { ...next, number: state.number + 1 } }
}

function failed(state: AttemptState, reasons: readonly StopReason[]): AttemptDecision {
  return {
    kind: 'failed',
    reasons: state.allOrNothingFailed ? ['allOrNothingAttemptFailed', ...reasons] : reasons,
  }
}

function unique(keys: readonly string[]): string[] {
  return [...new Set(keys)].toSorted()
}

function fingerprint(keys: readonly string[]): string {
  return unique(keys).join('\n')
}
