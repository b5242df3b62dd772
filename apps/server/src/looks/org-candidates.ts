import { type ComponentIdentity, componentKey, unpackaged } from '@sluice/metadata/component'
import { type IncludeSpecs, isIncluded } from '@sluice/metadata/include-specs'
import { deployabilityOf } from '@sluice/metadata/deploy-rules'
import { componentOfPath, ownerOf } from '@sluice/metadata/paths'
import { findNestedType, findType } from '@sluice/metadata/registry'
import { type RetrieveMember, memberOf } from '@sluice/metadata/retrieve-plan'
import type { SourceMember } from '@sluice/salesforce/tooling/source-members'
import type { ListedComponent } from '../steps/org/retrieve/list-components.ts'
import { modifierOf } from '../steps/org/retrieve/make-plan.ts'
import type { Changer } from './difference-tasks.ts'
import type { OrgMemory } from './org-memory.ts'

/** What may have changed in an org since the last look, and what the next look has to know. */
export interface Candidates {
  /** The components to retrieve, each with its whole files. */
  readonly wanted: readonly RetrieveMember[]
  /** Everything that may have changed, also inside of what is retrieved. */
  readonly identities: readonly ComponentIdentity[]
  readonly changers: Readonly<Record<string, Changer>>
  readonly memory: Pick<OrgMemory, 'revision' | 'stamps' | 'unlisted'>
}

const identityOf = ({ type, fullName }: RetrieveMember): ComponentIdentity => ({
  packageName: unpackaged,
  componentType: type,
  componentName: fullName,
})

/** The files to retrieve: a component inside another comes with it. */
function withOwners(identities: Iterable<ComponentIdentity>): RetrieveMember[] {
  const members = new Map<string, RetrieveMember>()
  for (const identity of identities) {
    const owner = ownerOf(identity)
    members.set(componentKey(owner), memberOf(owner))
  }
  return [...members.values()]
}

interface LogReading {
  readonly specs: IncludeSpecs
  readonly since: number
  /** Names of users by their ids of 15 characters. */
  readonly names: ReadonlyMap<string, string>
  /** Components that are retrieved even if the change log names no change to them. */
  readonly again: readonly ComponentIdentity[]
}

/** What the change log of a sandbox names. */
export function candidatesOfLog(
  members: readonly SourceMember[],
  { specs, since, names, again }: LogReading,
): Candidates {
  const changers: Record<string, Changer> = {}
  const identities: ComponentIdentity[] = []
  let revision = since
  for (const { memberType, memberName, revisionCounter, changedBy, lastModifiedDate } of members) {
    revision = Math.max(revision, revisionCounter)
    const identity = identityOf({ type: memberType, fullName: memberName })
    const isKnown = findType(memberType) !== null || findNestedType(memberType) !== null
    if (!isKnown || !(isIncluded(specs, identity) || isIncluded(specs, ownerOf(identity)))) continue
    identities.push(identity)
    const who = changedBy === null ? null : (names.get(changedBy.slice(0, 15)) ?? null)
    changers[componentKey(identity)] = { who, changedUtc: isoOf(lastModifiedDate) }
  }
  const memory = { revision, stamps: {}, unlisted: [] }
  return { wanted: withOwners([...identities, ...again]), identities, changers, memory }
}

interface ListReading {
  readonly specs: IncludeSpecs
  readonly listedTypes: readonly string[]
  readonly memory: Pick<OrgMemory, 'stamps' | 'unlisted'> | null
  /** Paths of the files that the org should have. */
  readonly expected: Iterable<string>
  /** What was changed before is as the last flow left it; counts only where nothing is remembered. */
  readonly notBefore: Date
  /** Younger changes are looked at again: another change in the same second has the same date. */
  readonly trustedBefore: Date
}

/** The stamp of a component that the next look must retrieve again, whatever date the list gives for it. */
export const notTrusted = ''

/** What an org lists otherwise than at the last look, no longer, or for the first time. */
export function candidatesOfList(listed: readonly ListedComponent[], reading: ListReading): Candidates {
  const { specs, memory, notBefore, trustedBefore } = reading
  const stamps: Record<string, string> = {}
  const changers: Record<string, Changer> = {}
  const identities: ComponentIdentity[] = []
  const keys = new Set<string>()
  const names = new Set<string>()
  for (const item of listed) {
    const identity = identityOf(item)
    const key = componentKey(identity)
    const listedAs = `${item.type} ${item.fullName}`
    keys.add(key)
    names.add(listedAs)
    const isOwn = item.manageableState !== 'installed'
    if (!isOwn || !isIncluded(specs, { ...identity, namespacePrefix: item.namespacePrefix })) continue
    const stamp = [item.id, item.lastModifiedById, item.lastModifiedDate].join(' ')
    const modifier = modifierOf(item)
    const isOld = modifier === null || modifier.date < trustedBefore
    stamps[listedAs] = isOld ? stamp : notTrusted
    const isChanged =
      memory === null ? modifier !== null && modifier.date >= notBefore : memory.stamps[listedAs] !== stamp
    if (!isChanged) continue
    identities.push(identity)
    if (modifier !== null) changers[key] = { who: modifier.name, changedUtc: modifier.date.toISOString() }
  }
  identities.push(...goneSince(reading, names))
  const unlisted = missingKeys(reading, keys)
  const known = new Set(memory?.unlisted)
  for (const [key, identity] of unlisted) if (!known.has(key)) identities.push(identity)
  const kept = { revision: null, stamps, unlisted: [...unlisted.keys()] }
  return { wanted: withOwners(identities), identities, changers, memory: kept }
}

/** What the last look saw in a list that came whole again now. */
function goneSince({ memory, listedTypes }: ListReading, listed: ReadonlySet<string>): ComponentIdentity[] {
  const types = new Set(listedTypes)
  const gone = Object.keys(memory?.stamps ?? {}).filter((name) => !listed.has(name))
  return gone
    .map((name) =>
      identityOf({ type: name.slice(0, name.indexOf(' ')), fullName: name.slice(name.indexOf(' ') + 1) }),
    )
    .filter(({ componentType }) => types.has(componentType))
}

/** More missing components at once mean that a list is not whole; a flow in looks into that. */
const mostMissing = 200

/** Components that the org should have and no list shows. */
function missingKeys(
  { expected, listedTypes, specs }: ListReading,
  listed: ReadonlySet<string>,
): Map<string, ComponentIdentity> {
  const types = new Set(listedTypes)
  const missing = new Map<string, ComponentIdentity>()
  for (const path of expected) {
    const identity = componentOfPath(path)?.identity
    if (identity === undefined || !types.has(identity.componentType)) continue
    const key = componentKey(identity)
    if (listed.has(key) || !deployabilityOf(identity).canDeployDelete || !isIncluded(specs, identity))
      continue
    missing.set(key, identity)
  }
  return missing.size > mostMissing ? new Map() : missing
}

function isoOf(date: string | null): string | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
