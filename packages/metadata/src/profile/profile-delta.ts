import type { ComponentIdentity } from '../component.ts'
import type { ComponentChange } from '../diff/component-changes.ts'
import type { WrittenEntry } from './write-profile.ts'

import { unpackaged } from '../component.ts'
import { dependentTypes } from '../partial-retrieve/entry-owners.ts'
import { XmlError } from '../xml/errors.ts'
import { entryKindOf } from './entry-kinds.ts'
import { givesNothing, readEntries, revocationOf, saysTheSameEntry } from './entries.ts'
import { asWritten, withEntries, writeProfile } from './write-profile.ts'

/** What a deployment of a changed profile carries: it changes only the entries that it names. */
export interface ProfileDelta {
  /** Ids of the entries that are deployed as head has them: added or changed. */
  readonly entries: readonly string[]
  /** Entries that head no longer has, in the form that revokes them. */
  readonly revocations: readonly Revocation[]
  /** Ids of entries that head no longer has and that no deployment can revoke. */
  readonly irrevocable: readonly string[]
}

export interface Revocation {
  readonly id: string
  readonly list: string
  readonly text: string
}

export interface ProfileVersions {
  /** The profile as the org has it or was offered it last. */
  readonly base: Uint8Array
  readonly head: Uint8Array
  /** Whether entries that head does not have are taken away. */
  readonly revokes: boolean
}

/** Whether a changed component is deployed by its changed entries: a profile that the org has already. */
export function travelsByEntries({ identity, changeType }: ComponentChange): boolean {
  return identity.componentType === 'Profile' && changeType === 'Modified'
}

/**
 * The entries in which two versions of a profile differ. What gave nothing need not be taken away. Null for versions that cannot
 * be read: such a profile is deployed whole, and the org refuses it by name.
 */
export function profileDelta({ base, head, revokes }: ProfileVersions): ProfileDelta | null {
  const versions = readVersions(base, head)
  if (versions === null) return null
  const { old, young } = versions
  const entries = [...young.byId.values()].filter((entry) => {
    const was = old.byId.get(entry.id)
    return was === undefined || !saysTheSameEntry(was, entry)
  })
  const revocations: Revocation[] = []
  const irrevocable: string[] = []
  for (const entry of old.byId.values()) {
    const { id, list } = entry
    if (!revokes || young.byId.has(id) || entryKindOf(list).nothing === 'notNeeded' || givesNothing(entry))
      continue
    const text = revocationOf(entry)
    if (text === null) irrevocable.push(id)
    else revocations.push({ id, list, text })
  }
  return { entries: entries.map(({ id }) => id), revocations, irrevocable }
}

function readVersions(base: Uint8Array, head: Uint8Array) {
  try {
    return { old: readEntries(base), young: readEntries(head) }
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

/** Whether there is nothing to deploy. What no deployment takes away may be left all the same. */
export function isEmptyDelta({ entries, revocations }: ProfileDelta): boolean {
  return entries.length === 0 && revocations.length === 0
}

/**
 * The file that a deployment carries of a changed profile: the entries of its delta but for those that are left out, and whether
 * the profile is a custom one. Raises `XmlError` for a head that cannot be read.
 */
export function writeProfileDelta(
  head: Uint8Array,
  delta: ProfileDelta,
  isLeftOut: (id: string) => boolean,
): Uint8Array {
  const { document, byId } = readEntries(head)
  const ids = new Set(delta.entries)
  const travels = [...byId.values()].filter(
    ({ id, names }) => id === 'custom' || (ids.has(id) && !names.some(isLeftOut)),
  )
  const revoked: WrittenEntry[] = delta.revocations
    .filter(({ id }) => !isLeftOut(id))
    .map(({ id, list, text }) => ({ id, list, texts: [text] }))
  return writeProfile(document, withEntries(travels.map(asWritten), revoked))
}

/** The component that an entry is about; null where it is about none or its id does not tell. */
export function componentOfEntry(id: string): ComponentIdentity | null {
  const space = id.indexOf(' ')
  const owner = dependentTypes['Profile']?.entries[id.slice(0, Math.max(space, 0))]
  if (owner === undefined) return null
  const name = id.slice(space + 1)
  const [beforeHyphen = ''] = name.split('-')
  const componentName = owner.naming === 'beforeHyphen' ? beforeHyphen : name
  return { packageName: unpackaged, componentType: owner.type, componentName }
}
