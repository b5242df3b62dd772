import { createHash } from 'node:crypto'
import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { ownerOf } from '@sluice/metadata/paths'
import { childTypesOf, findType } from '@sluice/metadata/registry'
import { type RetrieveMember, memberOf } from '@sluice/metadata/retrieve-plan'
import type { Connection } from '@sluice/salesforce/connection'
import type { FileProperties } from '@sluice/salesforce/metadata/file-properties'
import type { ListQuery } from '@sluice/salesforce/metadata/list'
import type { Deadline } from '../../../platform/deadline.ts'
import { listSome } from '../../org/retrieve/list-components.ts'
import { modifierOf } from '../../org/retrieve/make-plan.ts'
import type { PlannedMember } from '../../org/retrieve/retrieve-plan.ts'

/** What an org lists of the components that a flow out would deploy or delete, and of what is inside them. */
export interface DeltaInOrg {
  readonly members: readonly PlannedMember[]
  /** Types that this org does not list. */
  readonly refused: ReadonlySet<string>
  /** Changes with every modification, addition and deletion of one of the components. */
  readonly fingerprint: string
}

/** Asks the org for lists only: cheap beside a retrieve. */
export async function listDelta(
  org: { readonly connection: Connection; readonly signal: AbortSignal; readonly deadline: Deadline },
  changes: readonly ComponentChange[],
): Promise<DeltaInOrg> {
  const names = new Set(changes.flatMap(({ identity }) => [identity, ownerOf(identity)]).map(componentKey))
  const deleted = new Set(
    changes.filter((change) => change.changeType === 'Deleted').map(({ identity }) => componentKey(identity)),
  )
  const isWanted = (component: FileProperties) => {
    const identity = identityOf(component)
    return names.has(componentKey(identity)) || deleted.has(componentKey(ownerOf(identity)))
  }
  const { components, refused } = await listSome(org, queriesOf(changes), isWanted)
  const members = components.map((component) => ({
    type: component.type,
    fullName: component.fullName,
    modifier: modifierOf(component),
  }))
  return { members, refused, fingerprint: fingerprintOf(components) }
}

/** The files to retrieve: a component inside another comes with it. */
export function filesOf(changes: readonly ComponentChange[]): RetrieveMember[] {
  const members = new Map<string, RetrieveMember>()
  for (const { identity } of changes) {
    const owner = ownerOf(identity)
    members.set(componentKey(owner), memberOf(owner))
  }
  return [...members.values()]
}

/** One question for each type or folder. With a deleted composite everything inside it goes, also what Git does not know. */
function queriesOf(changes: readonly ComponentChange[]): ListQuery[] {
  const queries = new Map<string, ListQuery>()
  const ask = (type: string, folder?: string) => queries.set(`${type}|${folder ?? ''}`, { type, folder })
  for (const { identity, changeType } of changes) {
    for (const { componentType, componentName } of [identity, ownerOf(identity)]) {
      const slash = componentName.lastIndexOf('/')
      const isFoldered = findType(componentType)?.inFolder === true && slash >= 0
      ask(componentType, isFoldered ? componentName.slice(0, slash) : undefined)
    }
    if (changeType !== 'Deleted') continue
    for (const child of childTypesOf(identity.componentType)) ask(child.name)
  }
  return [...queries.values()]
}

function identityOf({ type, fullName }: { type: string; fullName: string }): ComponentIdentity {
  return { packageName: unpackaged, componentType: type, componentName: fullName }
}

function fingerprintOf(components: readonly FileProperties[]): string {
  const lines = components.map(
    ({ type, fullName, lastModifiedDate, lastModifiedById }) =>
      `${type}|${fullName}|${lastModifiedDate ?? ''}|${lastModifiedById ?? ''}`,
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}
