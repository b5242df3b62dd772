import type { OverwrittenComponent } from '@sluice/contract/job-commands/flow-out-result'
import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { parentOf } from '@sluice/metadata/paths'
import type { PlannedMember } from '../../org/retrieve/retrieve-plan.ts'
import type { OverwrittenComponents } from './clobber-finding.ts'

/** Everything that decides what a flow out would overwrite. */
export interface ClobberCheck {
  /** What would be deployed or deleted. */
  readonly delta: readonly ComponentChange[]
  /** Components that differ in the org from what the last flow left there, or, without parity, from the branch. */
  readonly inOrg: readonly ComponentChange[]
  /** Keys of those that differ between org and branch. */
  readonly differsFromHead: ReadonlySet<string>
  /** Whether the state in which the last flow left the org is known. */
  readonly isParityKnown: boolean
  /** Who changed what last, as the org lists it. */
  readonly listed: readonly PlannedMember[]
}

/**
 * What the delta would overwrite: components changed in the org, except where the org has them as the branch does. A
 * deleted composite takes along what was added inside it. Without parity a component that differs may have been changed,
 * and one that the org lacks has nothing to lose.
 */
export function findClobbered(check: ClobberCheck): OverwrittenComponents {
  const { inOrg, differsFromHead, isParityKnown } = check
  const changes = new Map(check.delta.map((change) => [componentKey(change.identity), change.changeType]))
  const modifiers = new Map(check.listed.map((member) => [keyOfMember(member), member.modifier]))
  const overwritten: OverwrittenComponent[] = []
  for (const { identity, parent, changeType: orgChangeType } of inOrg) {
    const key = componentKey(identity)
    const isInDeleted =
      orgChangeType !== 'Deleted' && parent !== null && changes.get(componentKey(parent)) === 'Deleted'
    const changeType = changes.get(key) ?? (isInDeleted ? 'Deleted' : undefined)
    if (changeType === undefined || !differsFromHead.has(key)) continue
    if (!isParityKnown && orgChangeType === 'Deleted') continue
    const modifier = orgChangeType === 'Deleted' ? null : (modifiers.get(key) ?? null)
    overwritten.push({
      ...identity,
      changeType,
      orgChangeType: isParityKnown ? orgChangeType : null,
      changedByName: modifier?.name ?? null,
      changedUtc: modifier?.date.toISOString() ?? null,
    })
  }
  return isParityKnown ? { confirmed: overwritten, potential: [] } : { confirmed: [], potential: overwritten }
}

/** What goes to the org: the rest is left out of every archive. */
export function deployable(changes: readonly ComponentChange[]): ComponentChange[] {
  return changes.filter((change) => change.undeployableReason === undefined)
}

/** Whether a component is not among those left out; what only the org has goes with the composite around it. */
export function isOutside(
  changes: readonly ComponentChange[],
  leftOut: ReadonlySet<string>,
): (identity: ComponentIdentity) => boolean {
  const inDelta = new Set(changes.map((change) => componentKey(change.identity)))
  return (identity) => {
    const key = componentKey(identity)
    const parent = parentOf(identity)
    return !leftOut.has(inDelta.has(key) || parent === null ? key : componentKey(parent))
  }
}

function keyOfMember({ type, fullName }: PlannedMember): string {
  return componentKey({ packageName: unpackaged, componentType: type, componentName: fullName })
}
