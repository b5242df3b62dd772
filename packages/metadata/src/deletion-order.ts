import type { ComponentIdentity } from './component.ts'

import { decodeComponentName } from './component.ts'

/** Types whose components share one set of names: an Aura and a Lightning web component cannot have one name. */
const sharedNames: Readonly<Record<string, string>> = { LightningComponentBundle: 'AuraDefinitionBundle' }

/** Types that hold people's records: deleting one to make it anew would lose them. */
const holdsRecords = new Set(['CustomObject', 'CustomField'])

/**
 * Types whose names are one row for the whole org, whatever the folder: deploying one under another folder moves it, and
 * deleting the old path afterwards would delete what was moved. Source: Salesforce's help on moving reports and
 * dashboards in bulk.
 */
const movesBetweenFolders = new Set(['Report', 'Dashboard'])

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
 * fall to the deletion of its old spelling. In neither list is what the addition keeps: objects and fields that only
 * changed case (to the service they are one, with records in it), what moved from one package directory to another,
 * reports and dashboards that moved to another folder. Nor is what has to make room for an addition that is held back:
 * it stays until its successor arrives. Source: the Metadata API guide's remarks on deleting components;
 * that other values than names (labels, relationship names) may collide is not told by names and left to the org's answer.
 */
export function orderDeletions(
  deleted: readonly ComponentIdentity[],
  added: readonly ComponentIdentity[],
  heldBack: readonly ComponentIdentity[] = [],
): DeletionOrder {
  const taken = new Set(added.map(nameKey))
  const waiting = new Set(deletionsAwaiting(deleted, heldBack))
  const stays = new Set(added.map(exactKey))
  const isFree = (identity: ComponentIdentity): boolean => !taken.has(nameKey(identity))
  const now = deleted.filter((identity) => !waiting.has(identity))
  return {
    before: now.filter(
      (identity) =>
        !isFree(identity) && !stays.has(exactKey(identity)) && !holdsRecords.has(identity.componentType),
    ),
    after: now.filter(isFree),
  }
}

/** Deletions that would make room for one of these additions, and must not be made without it. */
export function deletionsAwaiting(
  deleted: readonly ComponentIdentity[],
  heldBack: readonly ComponentIdentity[],
): ComponentIdentity[] {
  const awaited = new Set(heldBack.map(nameKey))
  return deleted.filter((identity) => awaited.has(nameKey(identity)))
}

function nameKey(identity: ComponentIdentity): string {
  const { componentType } = identity
  const name = nameInOrg(identity).toLowerCase()
  // A document's extension is no part of its unique name: `Logo.jpg` takes the place of `Logo.png`.
  const unique = componentType === 'Document' ? name.replace(/\.[^./]*$/u, '') : name
  return `${sharedNames[componentType] ?? componentType}|${unique}`
}

function exactKey(identity: ComponentIdentity): string {
  return `${identity.componentType}|${nameInOrg(identity)}`
}

/** The name that an org has once, in whatever package directory or folder it lies. */
function nameInOrg({ componentType, componentName }: ComponentIdentity): string {
  const name = decodeComponentName(componentName)
  return movesBetweenFolders.has(componentType) ? name.slice(name.lastIndexOf('/') + 1) : name
}
