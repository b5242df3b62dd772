import type { FlowOutInput } from '@sluice/contract/job-commands/flow-out'
import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { ComponentProblem } from '../../../platform/database/schema/environment-state.ts'

/** Why a component is not in the org although the branch has it: somebody left it out of the deployment. */
export const excludedByUser: ComponentProblem = {
  type: 'Info',
  description: 'Excluded by the user.',
  archiveFilePath: null,
  line: null,
  column: null,
}

/** Whether people left the component out; what failed in a deployment has other problems. */
export function isExcludedByUser(problems: readonly ComponentProblem[] | undefined): boolean {
  return (
    problems?.some(
      ({ type, description }) => type === 'Info' && description === excludedByUser.description,
    ) ?? false
  )
}

/** What somebody left out before the job was submitted, as far as the flow out has it: why, by the keys. */
export function leftOutBeforehand(
  { excludedComponents }: Pick<FlowOutInput, 'excludedComponents'>,
  { changes }: { readonly changes: readonly ComponentChange[] },
): ReadonlyMap<string, readonly ComponentProblem[]> {
  const named = new Set(excludedComponents.map(componentKey))
  const keys = changes.map(({ identity }) => componentKey(identity)).filter((key) => named.has(key))
  return new Map(keys.map((key) => [key, [excludedByUser]]))
}
