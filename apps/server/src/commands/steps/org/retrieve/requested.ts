import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { deployabilityOf } from '@sluice/metadata/deploy-rules'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import type { RetrievePlan } from './retrieve-plan.ts'

/**
 * Whether a retrieve by this plan tells about a component: it was asked for, or it would have been, had the org still
 * had it. Standard and packaged components are not all listed, so their absence from a list proves nothing.
 */
export function requestedBy(
  plan: Pick<RetrievePlan, 'members' | 'listedTypes'>,
  specs: IncludeSpecs,
): (identity: ComponentIdentity) => boolean {
  const asked = new Set(
    plan.members.map(({ type, fullName }) =>
      componentKey({ packageName: unpackaged, componentType: type, componentName: fullName }),
    ),
  )
  const listed = new Set(plan.listedTypes)
  return (identity) =>
    asked.has(componentKey(identity)) ||
    (listed.has(identity.componentType) &&
      deployabilityOf(identity).canDeployAdd &&
      isIncluded(specs, identity))
}
