import type { ObjectReader } from '@sluice/git/cat-file'
import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import {
  type ProfileDelta,
  isEmptyDelta,
  profileDelta,
  travelsByEntries,
} from '@sluice/metadata/profile/profile-delta'
import type { FileHashes } from '../session/metadata-directory.ts'

/** A changed profile of which only the changed entries are deployed. */
export interface ProfileChange {
  readonly identity: ComponentIdentity
  readonly path: string
  readonly delta: ProfileDelta
}

export interface ProfileSource {
  readonly headFiles: FileHashes
  readonly reader: ObjectReader
  /** The file as the org has it or was offered it last. */
  readonly baseOf: (path: string) => Promise<Uint8Array | null>
  /** Whether access that the branch does not give is taken away. */
  readonly revokes: boolean
}

/** Finds the entries to deploy, for each changed profile that can be read. */
export async function findProfileDeltas(
  changes: readonly ComponentChange[],
  { headFiles, reader, baseOf, revokes }: ProfileSource,
): Promise<ProfileChange[]> {
  const found: ProfileChange[] = []
  for (const { identity, paths } of changes.filter(travelsByEntries)) {
    for (const path of paths) {
      const hash = headFiles.get(path)
      const base = await baseOf(path)
      if (hash === undefined || base === null) continue
      const delta = profileDelta({ base, head: await reader.read(hash), revokes })
      if (delta !== null) found.push({ identity, path, delta })
    }
  }
  return found
}

/** Leaves out profiles without an entry to deploy: the order differs, or entries that grant nothing or cannot be revoked. */
export function withoutEqualProfiles(
  changes: readonly ComponentChange[],
  profiles: readonly ProfileChange[],
): ComponentChange[] {
  const equal = new Set(
    profiles.filter(({ delta }) => isEmptyDelta(delta)).map(({ identity }) => componentKey(identity)),
  )
  return changes.filter(({ identity }) => !equal.has(componentKey(identity)))
}
