import { type IncludeSpecs, undecidedTypes } from '@sluice/metadata/include-specs'
import type { MetadataType } from '@sluice/salesforce/metadata/describe'
import { type ListingRequest, inCalls, openListing, readTyped } from './list-calls.ts'

/** A type of which the org has components that nobody has decided to track or to leave out. */
export interface UndecidedType {
  readonly type: string
  /** How many the org has, packages not counted; of types in folders the folders. */
  readonly components: number
}

/**
 * The types that the include specs do not mention and of which the org has components, those with the most first. Each list
 * is asked for once, and what does not come is passed over: no job depends on it. Raises nothing but the reason of an abort.
 */
export async function findUndecidedTypes(
  request: Omit<ListingRequest, 'onListed'>,
  described: readonly MetadataType[],
  specs: IncludeSpecs,
): Promise<UndecidedType[]> {
  const names = undecidedTypes(
    specs,
    described.map(({ xmlName }) => xmlName),
  )
  const undecided = new Set(names)
  const listed = new Map(
    described.flatMap(({ xmlName, inFolder }) =>
      undecided.has(xmlName) ? [[inFolder ? `${xmlName}Folder` : xmlName, xmlName]] : [],
    ),
  )
  const counts = new Map<string, number>()
  const listing = openListing(request, 1)
  const queries = [...listed.keys()].map((type) => ({ type }))
  try {
    await inCalls(listing, queries, async (call) => {
      const found: string[] = []
      await readTyped(listing, call, ({ type, manageableState }) => {
        if (manageableState !== 'installed') found.push(listed.get(type) ?? type)
      })
      for (const type of found) counts.set(type, (counts.get(type) ?? 0) + 1)
      return []
    })
  } catch {
    request.signal.throwIfAborted()
    return []
  }
  return [...counts]
    .map(([type, components]) => ({ type, components }))
    .toSorted((a, b) => b.components - a.components || (a.type < b.type ? -1 : 1))
}
