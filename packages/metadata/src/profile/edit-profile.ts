import { XmlError } from '../xml/errors.ts'
import { entryKindOf } from './entry-kinds.ts'
import { type Entry, givesNothing, readEntries, saysTheSameEntry } from './entries.ts'
import { asWritten, withEntries, writeProfile } from './write-profile.ts'

/** A profile with the named entries as another version of it has them, or without those that it does not have. */
export interface EntrySource {
  readonly content: Uint8Array
  readonly source: Uint8Array | null
  readonly ids: readonly string[]
}

/** Takes entries of a profile from another version of it. Raises `XmlError`. */
export function withEntriesOf({ content, source, ids }: EntrySource): Uint8Array {
  const { document, byId } = readEntries(content)
  const wanted = new Set(ids)
  const others = source === null ? [] : [...readEntries(source).byId.values()]
  const isWanted = ({ names }: Entry) => names.some((name) => wanted.has(name))
  const replaced = [...byId.values()].filter(isWanted)
  const replacedIds = new Set(replaced.map(({ id }) => id))
  const kept = [...byId.values()].filter(({ id }) => !replacedIds.has(id)).map(asWritten)
  const taken = others.filter((entry) => isWanted(entry) || replacedIds.has(entry.id)).map(asWritten)
  return writeProfile(document, withEntries(kept, taken))
}

/** A profile as Git knows it and as the org has it. */
export interface ProfileSides {
  readonly known: Uint8Array
  readonly org: Uint8Array
}

/**
 * The profile of the org in the form in which Git knows it, as far as entries give nothing: one that Git does not have stays out,
 * and one that Git has and the service never retrieves stays in. Both say that nothing is given, so neither is a change. The same
 * bytes where there is no such entry, and for a side that cannot be read.
 */
export function withKnownEmptyEntries({ known, org }: ProfileSides): Uint8Array {
  const sides = readSides({ known, org })
  if (sides === null) return org
  const { git, inOrg } = sides
  const dropped = [...inOrg.byId.values()].filter((entry) => !git.byId.has(entry.id) && givesNothing(entry))
  const omitted = [...git.byId.values()].filter(
    (entry) =>
      !inOrg.byId.has(entry.id) &&
      entryKindOf(entry.list).isOmittedWithNothing === true &&
      givesNothing(entry),
  )
  if (dropped.length === 0 && omitted.length === 0) return org
  const isDropped = new Set(dropped)
  const kept = [...inOrg.byId.values()].filter((entry) => !isDropped.has(entry))
  return writeProfile(inOrg.document, withEntries(kept.map(asWritten), omitted.map(asWritten)))
}

function readSides({ known, org }: ProfileSides) {
  try {
    return { git: readEntries(known), inOrg: readEntries(org) }
  } catch (error) {
    if (error instanceof XmlError) return null
    throw error
  }
}

/** A profile before and after a change of the org, and as the branch wants it; null where it does not exist. */
export interface ProfileInOrg {
  readonly expected: Uint8Array | null
  readonly org: Uint8Array | null
  readonly head: Uint8Array | null
}

/** Whether the org changed one of these entries and has it otherwise than the branch. A side that cannot be read is a change. */
export function changedEntries({ expected, org, head }: ProfileInOrg, ids: readonly string[]): boolean {
  if (expected === null || org === null || head === null) return true
  try {
    const [before, now, wanted] = [expected, org, head].map((content) => readEntries(content).byId)
    return ids.some((id) => differ(before?.get(id), now?.get(id)) && differ(now?.get(id), wanted?.get(id)))
  } catch (error) {
    if (error instanceof XmlError) return true
    throw error
  }
}

function differ(a: Entry | undefined, b: Entry | undefined): boolean {
  const [left, right] = [a, b].map((entry) =>
    entry === undefined || givesNothing(entry) ? undefined : entry,
  )
  if (left === undefined || right === undefined) return left !== right
  return !saysTheSameEntry(left, right)
}
