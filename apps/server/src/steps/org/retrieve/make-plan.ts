import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { componentKey, unpackaged } from '@sluice/metadata/component'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { parentOf } from '@sluice/metadata/paths'
import { type RetrieveMember, type RetrievePlanOptions, planRetrieve } from '@sluice/metadata/retrieve-plan'
import { standardValueSetNames } from '@sluice/metadata/data/standard-value-sets.gen'
import { readJsonLines } from '../../session/json-lines.ts'
import type { ListedComponent } from './list-components.ts'
import { type DatedList, keyOfMember, stampsOf } from './unchanged/component-stamps.ts'
import { type KnownBefore, findUnchanged } from './unchanged/find-unchanged.ts'
import { namedBeside } from './named-beside.ts'
import { type PlannedMember, type RetrievePlan, writePlan } from './retrieve-plan.ts'
import type { UndecidedType } from './undecided-types.ts'

/** Everything that the plan follows from besides the list, as plain data: it is made in a thread of its own. */
export interface PlanInput {
  /** Where the list is and the plan comes. */
  readonly folder: string
  readonly apiVersion: string
  readonly specs: IncludeSpecs
  readonly specsHash: string
  readonly listedTypes: readonly string[]
  readonly failedTypes: readonly string[]
  /** Types that the specs may want and of which no list came. */
  readonly unlistedTypes: readonly string[]
  readonly withoutParent: readonly string[]
  readonly undecidedTypes: readonly UndecidedType[]
  readonly wantsStandardValueSets: boolean
  readonly limits: RetrievePlanOptions
  /** For plans of which the next flow in remembers the components. */
  readonly remembering?: Remembering
}

/** What tells which components are unchanged, and will tell it the next time. */
export interface Remembering extends Pick<DatedList, 'knownTypes' | 'orgTimeUtc'> {
  /** Null where everything is retrieved. */
  readonly before: KnownBefore | null
}

/** Where the components that the org lists lie, one a line, until the plan is made of them. */
export const listFile = (folder: string): string => join(folder, 'listed')

/** Makes the plan of a retrieve from what the org lists. */
export async function makePlan(
  input: PlanInput,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const { folder, apiVersion, specsHash, listedTypes, failedTypes, undecidedTypes } = input
  const withoutParent = new Set(input.withoutParent)
  const all = await readJsonLines<ListedComponent>(listFile(folder))
  const listed = all.filter(({ type }) => !withoutParent.has(type))
  const included = includedMembers(listed, input.specs, input.wantsStandardValueSets)
  const { members, ...dated } = await withDates(input, { listed, included }, signal)
  const changed = membersToRetrieve(members).filter(({ isUnchanged }) => isUnchanged !== true)
  const beside = namedBeside(listed, { ...input, members })
  const batches = planRetrieve(
    [...changed, ...beside].map(({ type, fullName }) => ({ type, fullName })),
    input.limits,
  )
  const outline = { apiVersion, specsHash, packages: 1, listedTypes, failedTypes, undecidedTypes, ...dated }
  await writePlan(folder, { ...outline, members, beside, batches })
  await rm(listFile(folder))
}

interface IncludedList {
  readonly listed: readonly ListedComponent[]
  readonly included: readonly PlannedMember[]
}

/** The members with what the list says of their last change, and which of them are unchanged. */
async function withDates(
  { remembering, listedTypes }: PlanInput,
  { listed, included }: IncludedList,
  signal: AbortSignal,
): Promise<Pick<RetrievePlan, 'members' | 'typeStamps' | 'unchangedSince' | 'unchanged'>> {
  if (remembering === undefined) return { members: included }
  const stamps = stampsOf({ ...remembering, listed, listedTypes })
  const { before } = remembering
  const unchanged = before && (await findUnchanged(before, { members: included, stamps }, signal))
  const members = included.map((member) => {
    const key = keyOfMember(member)
    const stamp = stamps.components.get(key)
    return {
      ...member,
      ...(stamp !== undefined && { stamp }),
      ...(unchanged?.keys.has(key) === true && { isUnchanged: true as const }),
    }
  })
  const found = unchanged && { unchangedSince: unchanged.base, unchanged: unchanged.keys.size }
  return { members, typeStamps: stamps.types, ...found }
}

/** Each wanted component once, in the order of the list. */
export function includedMembers(
  listed: readonly ListedComponent[],
  specs: IncludeSpecs,
  wantsStandardValueSets: boolean,
): PlannedMember[] {
  const members = new Map<string, PlannedMember>()
  for (const item of listed) {
    const identity = identityOf(item)
    if (
      item.manageableState === 'installed' ||
      !isIncluded(specs, { ...identity, namespacePrefix: item.namespacePrefix })
    )
      continue
    members.set(componentKey(identity), {
      type: item.type,
      fullName: item.fullName,
      modifier: modifierOf(item),
    })
  }
  for (const member of wantsStandardValueSets ? standardValueSets(specs) : [])
    members.set(componentKey(identityOf(member)), member)
  return [...members.values()]
}

/** The Metadata API lists no standard value sets; it answers to their names, and passes over those an org lacks. */
function standardValueSets(specs: IncludeSpecs): PlannedMember[] {
  return standardValueSetNames
    .map((fullName) => ({ type: 'StandardValueSet', fullName, modifier: null }))
    .filter((member) => isIncluded(specs, identityOf(member)))
}

function identityOf(member: RetrieveMember) {
  return { packageName: unpackaged, componentType: member.type, componentName: member.fullName }
}

/** Components inside a composite come with it; they are asked for by name only when the composite is not wanted. */
export function membersToRetrieve<M extends RetrieveMember>(members: readonly M[]): M[] {
  const keys = new Set(members.map(keyOfMember))
  return members.filter((member) => {
    const parent = parentOf(identityOf(member))
    return parent === null || !keys.has(componentKey(parent))
  })
}

/** Who changed a listed component last; null where the org does not say. */
export function modifierOf(
  item: Pick<ListedComponent, 'lastModifiedById' | 'lastModifiedByName' | 'lastModifiedDate'>,
): PlannedMember['modifier'] {
  const date = new Date(item.lastModifiedDate ?? 0)
  // Components that nobody has touched carry the first second of 1970.
  if (item.lastModifiedById === null || Number.isNaN(date.getTime()) || date.getTime() === 0) return null
  return { userId: item.lastModifiedById, name: item.lastModifiedByName ?? item.lastModifiedById, date }
}
