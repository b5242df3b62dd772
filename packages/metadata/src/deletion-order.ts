import type { ComponentIdentity } from './component.ts'

import { decodeComponentName } from './component.ts'

/** Types whose components share one set of names: an Aura and a Lightning web component cannot have one name. */
const sharedNames: Readonly<Record<string, string>> = { LightningComponentBundle: 'AuraDefinitionBundle' }

/** Types that hold people's records: deleting one to make it anew would lose them. */
const holdsRecords = new Set(['CustomObject', 'CustomField'])

/** When deletions are made, seen from the rest of the same deployment. */
export interface DeletionOrder {
  /** Before anything is added, because they hold a name that an addition needs. */
  readonly before: readonly ComponentIdentity[]
  /** After everything else, so that whatever referred to them is updated first. */
  readonly after: readonly ComponentIdentity[]
}

/**
 * Divides deletions: last, unless something is added under the same name, which the service reads without regard to
 * case. So an Aura component makes room for its successor, and a class that only changed the case of its name does not
 * fall to the deletion of its old spelling. Objects and fields that only changed case are in neither list: to the
 * service they are one, with records in it. Source: the Metadata API guide's remarks on deleting components; that
 * other values than names (labels, relationship names) may collide is not told by names and left to the org's answer.
 */
export function orderDeletions(
  deleted: readonly ComponentIdentity[],
  added: readonly ComponentIdentity[],
): DeletionOrder {
  const taken = new Set(added.map(nameKey))
  const isFree = (identity: ComponentIdentity): boolean => !taken.has(nameKey(identity))
  return {
    before: deleted.filter((identity) => !isFree(identity) && !holdsRecords.has(identity.componentType)),
    after: deleted.filter(isFree),
  }
}

function nameKey({ packageName, componentType, componentName }: ComponentIdentity): string {
  const type = sharedNames[componentType] ?? componentType
  return `${packageName}|${type}|${decodeComponentName(componentName).toLowerCase()}`
}
