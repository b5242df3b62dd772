import type { OutsideEffect, OutsideEffectKind } from '@sluice/contract/outside-effect'
import type { EarlierEffect } from '../platform/database/schema/jobs.ts'

/**
 * Releases before 1.4 recorded no kinds of effects. This file alone knows how their kind and what they changed is found: by the
 * name of the step and its answer.
 */
const kindsOfSteps: readonly (readonly [RegExp, OutsideEffectKind])[] = [
  [/^deploy\b/, 'Deployment'],
  [/^start tests$/, 'TestRun'],
  [/^create sandbox$/, 'SandboxOrder'],
  [/^delete sandbox$/, 'SandboxDeletion'],
  [/^create branch$/, 'BranchCreation'],
  [/^delete branch$/, 'BranchDeletion'],
  [/^create repository\b/, 'RepositoryCreation'],
  [/^invite to repository$/, 'RepositoryInvitation'],
  [/^push\b/, 'Push'],
]

/** The kind of a recorded effect without one. Parts of a job have theirs in front, as in `source: push 1`. */
export function kindOfStep(name: string): OutsideEffectKind {
  const step = name.slice(name.lastIndexOf(':') + 1).trim()
  return kindsOfSteps.find(([pattern]) => pattern.test(step))?.[1] ?? 'Other'
}

/** Whether the recorded result of an effect without a kind says that it changed nothing. */
export function hadNoEffect(name: string, result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('value' in result)) return false
  const { value } = result
  const kind = kindOfStep(name)
  if (kind === 'RepositoryInvitation') return value !== null
  if (kind === 'RepositoryCreation') return value === null
  return value === 'moved' || value === false
}

/** The effects of an ended job as every reader gets them. */
export const withKinds = (
  effects: readonly (OutsideEffect | EarlierEffect)[] | null,
): OutsideEffect[] | null =>
  effects?.map((effect) =>
    'kind' in effect ? effect : { kind: kindOfStep(effect.name), isCertain: effect.isCertain },
  ) ?? null
