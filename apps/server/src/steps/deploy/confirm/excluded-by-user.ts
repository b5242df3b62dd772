import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentProblem } from '../../../platform/database/schema/environment-state.ts'
import type { FlowOutDiff } from '../flow-out-diff.ts'

/** Why a component is not in the org although the branch has it: somebody left it out of the deployment. */
export const excludedByUser: ComponentProblem = {
  type: 'Info',
  description: 'Excluded by the user.',
  archiveFilePath: null,
  line: null,
  column: null,
}

/** Why a component is not in the org although nobody left it out: others were chosen for the flow out. */
const notChosen: ComponentProblem = { ...excludedByUser, description: 'Not chosen for the flow out.' }

/** Whether the component was merely not chosen for the flow out, so that the next one offers it. */
export function isNotChosen(problems: readonly ComponentProblem[] | undefined): boolean {
  return problems?.some(({ description }) => description === notChosen.description) ?? false
}

/** Whether people left the component out; what failed in a deployment has other problems. */
export function isExcludedByUser(problems: readonly ComponentProblem[] | undefined): boolean {
  return (
    problems?.some(
      ({ type, description }) => type === 'Info' && description === excludedByUser.description,
    ) ?? false
  )
}

/** The keys of what people left out or did not choose, among problems by keys. */
export function keysLeftOutByPeople(problems: ReadonlyMap<string, readonly ComponentProblem[]>): {
  readonly excluded: readonly string[]
  readonly notChosen: readonly string[]
} {
  const keysOf = (applies: typeof isNotChosen) =>
    [...problems].flatMap(([key, said]) => (applies(said) ? [key] : []))
  return { excluded: keysOf(isExcludedByUser), notChosen: keysOf(isNotChosen) }
}

/**
 * What people left out before the job was submitted, as far as the flow out has it: why, by the keys. Where the input does not say what
 * stays out, that is what people left out of earlier flows out.
 */
export function leftOutBeforehand(
  { excludedComponents, excludedWait }: Pick<FlowOutInput, 'excludedComponents' | 'excludedWait'>,
  { changes, undeployed }: Pick<FlowOutDiff, 'changes' | 'undeployed'>,
): ReadonlyMap<string, readonly ComponentProblem[]> {
  const before = undeployed.filter(({ reason }) => reason === 'LeftOut')
  const named = new Set((excludedComponents ?? before).map(componentKey))
  const keys = changes.map(({ identity }) => componentKey(identity)).filter((key) => named.has(key))
  const leftOut = new Set(before.map(componentKey))
  const why = (key: string) => (excludedWait && !leftOut.has(key) ? notChosen : excludedByUser)
  return new Map(keys.map((key) => [key, [why(key)]]))
}
