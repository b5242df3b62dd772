import type { ObjectReader } from '@sluice/git/cat-file'
import { findSpellings } from '@sluice/git/find-spellings'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { findCaseClashes, placeOfPath } from '@sluice/metadata/paths'
import { JobFailure } from '../../durable/run-errors.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import type { MetadataPaths } from '../session/metadata-directory.ts'

/** As many as anybody reads at once. */
const shown = 20

/** How head spells the places at which files came or went, by their paths in the repository: none, once or several times. */
export async function findPlaces(
  reader: ObjectReader,
  head: string,
  { directory, paths }: MetadataPaths,
): Promise<string[]> {
  const places = new Set(Array.from(paths, (path) => directory.inRepository(placeOfPath(path))))
  return await findSpellings(reader, head, places)
}

interface SpellingsAtHead {
  readonly directory: MetadataDirectory
  /** What `findPlaces` found. */
  readonly spellings: readonly string[]
}

/**
 * Names are one to an org however their letters are written. Refuses something new that the branch holds in two
 * spellings, of which the org would keep the one that it happens to take last. Leaves out what only lost one of its
 * spellings: deleting that would delete what the branch still has.
 */
export function inOneSpelling(
  changes: readonly ComponentChange[],
  { directory, spellings }: SpellingsAtHead,
): ComponentChange[] {
  const placesOf = (change: ComponentChange) =>
    placesBelow(change).map((path) => directory.inRepository(path))
  const isAdded = sayingTheSame(
    changes.filter(({ changeType, parent }) => changeType === 'Added' && parent === null).flatMap(placesOf),
  )
  refuseClashes(findCaseClashes(spellings.filter(isAdded)))
  const isThere = sayingTheSame(spellings)
  // A name that came in another spelling makes a rename of it, which the order of deletions knows how to treat.
  const staysOtherwise = (place: string) => isThere(place) && !isAdded(place) && !spellings.includes(place)
  return changes.filter((change) => change.changeType !== 'Deleted' || !placesOf(change).some(staysOtherwise))
}

function sayingTheSame(places: readonly string[]): (place: string) => boolean {
  const folded = new Set(places.map((place) => place.toLowerCase()))
  return (place) => folded.has(place.toLowerCase())
}

function refuseClashes(clashes: readonly (readonly string[])[]): void {
  if (clashes.length === 0) return
  const lines = clashes.slice(0, shown).map((paths) => paths.join(' and '))
  if (clashes.length > shown) lines.push(`and ${clashes.length - shown} more`)
  throw new JobFailure(
    'The branch holds names that differ in case only. To Salesforce they are one.',
    lines.join('\n'),
  )
}

/** Where a component lies; descriptions beside a file that is there too say nothing more. */
function placesBelow({ paths }: ComponentChange): readonly string[] {
  const places = [...new Set(paths.map((path) => placeOfPath(path)))]
  return places.filter((place) => !places.some((other) => place === `${other}-meta.xml`))
}
