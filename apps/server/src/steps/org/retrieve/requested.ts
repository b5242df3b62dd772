import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { deployabilityOf } from '@sluice/metadata/deploy-rules'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { ownerOf, parentOf } from '@sluice/metadata/paths'
import { manifestType } from '@sluice/metadata/manifest'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { RetrievePlan } from './retrieve-plan.ts'

/** What was asked for, and what of it Salesforce could not retrieve. */
interface RequestedFrom {
  readonly plan: Pick<RetrievePlan, 'members' | 'beside' | 'listedTypes'>
  readonly leftOut: readonly RetrieveMember[]
}

/**
 * Whether a retrieve by this plan tells about a component: it was asked for, or it would have been, had the org still
 * had it. Standard and packaged components are not all listed, so their absence from a list proves nothing.
 */
export function requestedBy(
  { plan, leftOut }: RequestedFrom,
  specs: IncludeSpecs,
): (identity: ComponentIdentity) => boolean {
  const named = [...plan.members, ...(plan.beside ?? [])]
  const asked = new Set(named.map(({ type, fullName }) => keyOf(type, fullName)))
  const listed = new Set(plan.listedTypes)
  // Of an unchanged component nothing was asked, so what other files say of it stays.
  const unasked = [...leftOut, ...plan.members.filter(({ isUnchanged }) => isUnchanged)]
  const unknown = new Set(unasked.map(({ type, fullName }) => keyOf(type, fullName)))
  const isUnknown = (identity: ComponentIdentity) => unknown.has(componentKey(ownerOf(identity)))
  return (identity) =>
    !isUnknown(identity) &&
    (asked.has(componentKey(identity)) ||
      (listed.has(identity.componentType) &&
        deployabilityOf(identity).canDeployAdd &&
        isIncluded(specs, identity)))
}

function keyOf(type: string, fullName: string): string {
  return componentKey({ packageName: unpackaged, componentType: type, componentName: fullName })
}

/**
 * Whether the archives of a retrieve may hold a file of a component: it was asked for, or it holds, or is held by, or is the
 * folder of what was asked for. Names are compared without letter case, as an org does.
 */
export function deliverableBy(members: readonly RetrieveMember[]): (identity: ComponentIdentity) => boolean {
  const keys = new Set<string>()
  for (const { type, fullName } of members) {
    const identity = { packageName: unpackaged, componentType: type, componentName: fullName }
    for (const held of [identity, parentOf(identity)]) if (held !== null) keys.add(anyCaseKey(held))
    for (const componentName of foldersOf(fullName)) keys.add(anyCaseKey({ ...identity, componentName }))
  }
  return (identity) => {
    const parent = parentOf(identity)
    return keys.has(anyCaseKey(ofContent(identity))) || (parent !== null && keys.has(anyCaseKey(parent)))
  }
}

const anyCaseKey = (identity: ComponentIdentity): string => componentKey(identity).toLowerCase()

/** A folder is asked for as a member of the type that it holds. */
function ofContent(identity: ComponentIdentity): ComponentIdentity {
  return { ...identity, componentType: manifestType(identity.componentType) }
}

/** The folders that a name stands in: of `A/B/C` they are `A` and `A/B`. */
function foldersOf(fullName: string): string[] {
  const parts = fullName.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}
