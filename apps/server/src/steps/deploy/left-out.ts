import { componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import type { ComponentProblem } from '../../platform/database/schema/environment-state.ts'
import type { LeftOut } from '../parity/undeployed-components.ts'
import type { FlowOutDiff } from './flow-out-diff.ts'
import type { LoopResult } from './attempt-loop.ts'
import { keysLeftOutByPeople } from './confirm/excluded-by-user.ts'
import { withDependents } from './delta-archive.ts'
import { entriesLeftOut, problemsByComponent } from './entries-left-out.ts'
import type { ProfileChange } from '../branch-changes/profile-deltas.ts'

/**
 * What the branch has and the org has not after the attempts: failed, left out with something that failed, or never deployable.
 * Of a profile that is in but for some entries the problems name these.
 */
export function leftOutOf(
  changes: readonly ComponentChange[],
  loop: Pick<LoopResult, 'excluded' | 'problems'>,
  profiles: readonly ProfileChange[] = [],
): LeftOut[] {
  const inProfiles = entriesLeftOut(loop, profiles)
  const problems = problemsByComponent(loop.problems)
  const ofProfiles = profiles.flatMap(({ identity }) => {
    const said = inProfiles.get(componentKey(identity))
    return said === undefined
      ? []
      : [leftOut({ identity, changeType: 'Modified' }, { reason: 'DeploymentProblems', problems: said })]
  })
  const byPeople = keysLeftOutByPeople(loop.problems)
  const excluded = withDependents(changes, byPeople.excluded)
  const notChosen = withDependents(changes, byPeople.notChosen)
  const whyExcluded = (key: string) =>
    excluded.has(key) ? 'LeftOut' : notChosen.has(key) ? 'OfferedAgain' : 'DeploymentProblems'
  const whole = changes.flatMap((change) => {
    const key = componentKey(change.identity)
    if (inProfiles.has(key)) return []
    const reason = change.undeployableReason ?? (loop.excluded.has(key) ? whyExcluded(key) : null)
    if (reason === null) return []
    return [leftOut(change, { reason, problems: problems.get(key) ?? withAnother(change) })]
  })
  return [...whole, ...ofProfiles]
}

function leftOut(
  { identity, changeType }: Pick<ComponentChange, 'identity' | 'changeType'>,
  why: Pick<LeftOut, 'reason' | 'problems'>,
): LeftOut {
  return { ...identity, changeType, componentId: null, ...why }
}

/** What an earlier flow out could not delete and this one leaves in the org: Git still has not got its way. */
export function keptDeletions({
  onlyInOrg,
  undeployed,
}: Pick<FlowOutDiff, 'onlyInOrg' | 'undeployed'>): LeftOut[] {
  const kept = new Set(onlyInOrg.map(componentKey))
  return undeployed.filter((one) => one.changeType === 'Deleted' && kept.has(componentKey(one)))
}

/** No problem of its own: it stayed out with the new component around it, or with the one that takes its name. */
function withAnother(change: ComponentChange): ComponentProblem[] {
  if (change.undeployableReason !== undefined) return []
  const { changeType, parent } = change
  if (changeType !== 'Deleted' && parent === null) return []
  const description =
    changeType === 'Deleted' || parent === null
      ? 'Kept because what takes its name was left out.'
      : `Left out because ${parent.componentType} ${parent.componentName} was left out.`
  return [{ type: 'Info', description, archiveFilePath: null, line: null, column: null }]
}
