import type { ComponentIdentity } from './component.ts'

import { compareText } from './collation.ts'
import { manifestType } from './manifest.ts'
import { dependentTypes } from './partial-retrieve/entry-owners.ts'
import { findType } from './registry.ts'
import { familyOf } from './retrieve-plan-families.ts'

/** One name to retrieve, as a manifest writes it. */
export interface RetrieveMember {
  readonly type: string
  readonly fullName: string
}

/** How a component is asked for by its name: a folder stands under the type of what it holds. */
export function memberOf({ componentType, componentName }: ComponentIdentity): RetrieveMember {
  return { type: manifestType(componentType), fullName: componentName }
}

/**
 * How large batches are. The service refuses a retrieve of more than 10,000 files or 39 MB
 * only after it has worked on it, so batches stay well below.
 */
export interface RetrievePlanOptions {
  /** Members in a batch: at least (but for the last) 200, at most 1000. */
  readonly minBatch?: number
  readonly maxBatch?: number
  /** How many batches to aim for, so that several can run at a time: 16. */
  readonly targetBatches?: number
  /** Members in a batch of what must travel together: 5000. */
  readonly maxTogether?: number
  /** Files in any batch, as far as they can be told before: bundles count as several. 9000. */
  readonly maxFiles?: number
}

/** Types whose files hold entries about other components only when the same request asks for these. */
const dependents = new Set(['Profile', 'Translations'])

/** Types that entries of profiles speak about. */
export const typesInProfiles: ReadonlySet<string> = new Set(
  Object.values(dependentTypes['Profile']?.entries ?? {}).map(({ type }) => type),
)

/** Types that entries of those files speak about; translations of an object travel with the object. */
export const referencedTypes: ReadonlySet<string> = new Set([
  ...Object.values(dependentTypes).flatMap(({ entries }) => Object.values(entries).map(({ type }) => type)),
  'CustomLabels', 'CustomObjectTranslation', 'FlowDefinition', 'Workflow',
]) // prettier-ignore

/**
 * Divides what a retrieve asks for into batches of `clamp(n / targetBatches, minBatch, maxBatch)` members; the same
 * batches whatever the order of the members.
 * Profiles and translations travel in one batch with everything they refer to. When that is more than
 * `maxTogether` members or `maxFiles` files, each of several batches takes them along and their results are to be
 * united (`uniteParts`); everything about one object stays in one batch then, because an entry may need two of them
 * (a layout for a record type).
 */
export function planRetrieve(
  members: readonly RetrieveMember[],
  options: RetrievePlanOptions = {},
): RetrieveMember[][] {
  const { minBatch = 200, maxBatch = 1000, targetBatches = 16, maxTogether = 5000, maxFiles = 9000 } = options
  const sorted = members.toSorted(byName)
  const carried = sorted.filter((member) => dependents.has(member.type))
  const together = carried.length === 0 ? [] : sorted.filter((member) => referencedTypes.has(member.type))
  const single = new Set([...carried, ...together])
  const rest = sorted.filter((member) => !single.has(member))
  const size = Math.min(Math.max(Math.ceil(members.length / targetBatches), minBatch), maxBatch)
  const batches = packed(
    rest.map((member) => [member]),
    { members: size, files: maxFiles },
  )
  if (carried.length === 0) return batches
  const room = {
    members: Math.max(maxTogether - carried.length, minBatch),
    files: Math.max(maxFiles - filesOf(carried), minBatch),
  }
  const groups = together.length === 0 ? [[]] : packed(families(together), room)
  return [...groups.map((group) => [...carried, ...group]), ...batches]
}

function byName(a: RetrieveMember, b: RetrieveMember): number {
  return compareText(a.type, b.type) || compareText(a.fullName, b.fullName)
}

/** Members in groups that stay together, in a fixed order. */
function families(members: readonly RetrieveMember[]): RetrieveMember[][] {
  const groups = new Map<string, RetrieveMember[]>()
  for (const member of members) {
    const family = familyOf(member)
    const group = groups.get(family)
    if (group === undefined) groups.set(family, [member])
    else group.push(member)
  }
  return [...groups].toSorted(([a], [b]) => compareText(a, b)).map(([, group]) => group)
}

interface Room {
  readonly members: number
  readonly files: number
}

/** Fills batches with groups, one after the other; a group that fits no batch is divided. */
function packed(groups: readonly (readonly RetrieveMember[])[], room: Room): RetrieveMember[][] {
  const batches: RetrieveMember[][] = []
  let batch: RetrieveMember[] = []
  let files = 0
  const close = (): void => {
    if (batch.length > 0) batches.push(batch)
    batch = []
    files = 0
  }
  const fits = (count: number, more: number): boolean =>
    batch.length + count <= room.members && files + more <= room.files
  for (const group of groups) {
    if (!fits(group.length, filesOf(group))) close()
    for (const member of group) {
      const more = filesOf([member])
      if (!fits(1, more)) close()
      batch.push(member)
      files += more
    }
  }
  close()
  return batches
}

/** Whether a member travels in every batch of what its file speaks about. */
export function isCarried({ type }: RetrieveMember): boolean {
  return dependents.has(type)
}

/** Files of a bundle, as a cautious guess: nobody lists them. */
const filesOfBundle = 8

function filesOf(members: readonly RetrieveMember[]): number {
  return members.reduce((count, { type }) => {
    const layout = findType(type)?.layout ?? 'xml'
    return count + (layout === 'bundle' ? filesOfBundle : layout === 'xml' ? 1 : 2)
  }, 0)
}

/**
 * Two halves of a batch that the service refused as too large; null when one member is all there is. What every batch
 * carries along goes into both halves, unless it is most of the batch: then it is divided, with the others in both.
 * What belongs to one object stays in one half as long as there are several objects.
 */
export function splitBatch(batch: readonly RetrieveMember[]): [RetrieveMember[], RetrieveMember[]] | null {
  const carried = batch.filter((member) => dependents.has(member.type))
  const others = batch.filter((member) => !dependents.has(member.type))
  const divided =
    others.length > 1 && others.length >= carried.length ? others : carried.length > 1 ? carried : others
  if (divided.length < 2) return null
  const shared = divided === others ? carried : others
  const [first, second] = halves(families(divided))
  return [
    [...shared, ...first],
    [...shared, ...second],
  ]
}

/** Divides between two groups, as near to the middle as may be; a single group is divided itself. */
function halves(groups: readonly RetrieveMember[][]): [RetrieveMember[], RetrieveMember[]] {
  const all = groups.flat()
  const middle = all.length / 2
  let cut = Math.ceil(middle)
  let end = 0
  const ends = groups.slice(0, -1).map((group) => (end += group.length))
  if (ends.length > 0)
    cut = ends.reduce((best, at) => (Math.abs(at - middle) <= Math.abs(best - middle) ? at : best))
  return [all.slice(0, cut), all.slice(cut)]
}
