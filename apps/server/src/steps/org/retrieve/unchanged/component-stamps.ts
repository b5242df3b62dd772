import { createHash } from 'node:crypto'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import { isDatedType, typesNamedInDated } from '@sluice/metadata/dated-types'
import type { RetrieveMember } from '@sluice/metadata/retrieve-plan'
import type { ListedComponent } from '../list-components.ts'

/**
 * Changes so shortly before the list was asked for are not trusted: another change in the same second carries the same
 * date, and the clocks of the org's own servers differ (decision 3).
 */
const overlapMs = 10 * 60_000

/** What an org lists, and when it was asked for by the org's own clock. */
export interface DatedList {
  readonly listed: readonly ListedComponent[]
  /** Types of which the whole list came. */
  readonly listedTypes: readonly string[]
  /** Every type that the org knows. */
  readonly knownTypes: readonly string[]
  /** Null when the org does not tell the time: then no date proves anything. */
  readonly orgTimeUtc: string | null
}

/** What a list says of when things were changed last; only what stays the same until a change is in it. */
export interface ListStamps {
  /** By the key of the component. */
  readonly components: ReadonlyMap<string, string>
  /** Of the types whose names stand in other files: one stamp for all components of the type. */
  readonly types: Readonly<Record<string, string>>
}

/** The key by which the components of lists, plans and paths are found. */
export function keyOfMember({ type, fullName }: RetrieveMember): string {
  return componentKey({ packageName: unpackaged, componentType: type, componentName: fullName })
}

export function stampsOf(list: DatedList): ListStamps {
  const before = list.orgTimeUtc === null ? 0 : Date.parse(list.orgTimeUtc) - overlapMs
  const components = new Map<string, string>()
  for (const item of list.listed) {
    const stamp = isDatedType(item.type) ? stampOf(item, before) : null
    if (stamp === null) components.delete(keyOfMember(item))
    else components.set(keyOfMember(item), stamp)
  }
  return { components, types: typeStamps(list, before) }
}

/** Null where the list does not tell who changed the component and when, or the change is too young. */
function stampOf(item: ListedComponent, before: number): string | null {
  const { id, lastModifiedById, lastModifiedDate } = item
  const time = Date.parse(lastModifiedDate ?? '')
  // Components that the org keeps no date of carry the first second of 1970.
  if (id === null || id === '' || lastModifiedById === null || !(time > 0 && time < before)) return null
  return [id, lastModifiedById, lastModifiedDate].join(' ')
}

const notInOrg = 'none'

function typeStamps({ listed, listedTypes, knownTypes }: DatedList, before: number): Record<string, string> {
  const known = new Set(knownTypes)
  const whole = new Set(listedTypes)
  const stamps: Record<string, string> = {}
  for (const type of typesNamedInDated) {
    const ofType = listed.filter((item) => item.type === type)
    const stamp = known.has(type) ? (whole.has(type) ? stampOfAll(ofType, before) : null) : notInOrg
    if (stamp !== null) stamps[type] = stamp
  }
  return stamps
}

/** Null where one of them was changed too shortly ago. */
function stampOfAll(ofType: readonly ListedComponent[], before: number): string | null {
  if (ofType.some(({ lastModifiedDate }) => Date.parse(lastModifiedDate ?? '') >= before)) return null
  const lines = ofType.map(({ fullName, id, lastModifiedById, lastModifiedDate }) =>
    JSON.stringify([fullName, id, lastModifiedById, lastModifiedDate]),
  )
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}
