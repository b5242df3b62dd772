import { join } from 'node:path'
import type { ComponentIdentity } from '@sluice/metadata/component'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { readJsonLines, writeJsonLines } from '../session/json-lines.ts'
import type { UndeployedComponent } from '../parity/undeployed-components.ts'
import { exists } from '../session/work-folder.ts'
import type { FileHashes } from '../session/metadata-directory.ts'
import type { ProfileChange } from '../branch-changes/profile-deltas.ts'

/** A diff as it lies in its folder: too long for one message or one piece of JSON. */
export interface RecordedDiff {
  readonly changes: readonly ComponentChange[]
  /** Files at head, at least all that the changed components are made of. */
  readonly headFiles: FileHashes
  /** Changed profiles of which only the changed entries are deployed. */
  readonly profiles: readonly ProfileChange[]
}

/** What is written of a diff: also what it leaves in the org although the branch does not have it. */
interface MadeDiff extends RecordedDiff {
  readonly onlyInOrg: readonly ComponentChange[]
}

const changesIn = (folder: string): string => join(folder, 'changes')
const headFilesIn = (folder: string): string => join(folder, 'head-files')
const onlyInOrgIn = (folder: string): string => join(folder, 'only-in-org')
const profilesIn = (folder: string): string => join(folder, 'profiles')
const undeployedIn = (folder: string): string => join(folder, 'undeployed')

export async function writeDiff(
  folder: string,
  { changes, headFiles, profiles, onlyInOrg }: MadeDiff,
): Promise<void> {
  await writeJsonLines(changesIn(folder), changes)
  await writeJsonLines(headFilesIn(folder), [...headFiles])
  await writeJsonLines(profilesIn(folder), profiles)
  await writeJsonLines(
    onlyInOrgIn(folder),
    onlyInOrg.map(({ identity }) => identity),
  )
}

export async function readChanges(folder: string): Promise<ComponentChange[]> {
  return await readJsonLines<ComponentChange>(changesIn(folder))
}

/** Empty where an earlier release wrote the diff. */
export async function readOnlyInOrg(folder: string): Promise<ComponentIdentity[]> {
  const path = onlyInOrgIn(folder)
  return (await exists(path)) ? await readJsonLines<ComponentIdentity>(path) : []
}

/** Empty where an earlier release wrote the diff: profiles are deployed whole then. */
export async function readProfiles(folder: string): Promise<ProfileChange[]> {
  const path = profilesIn(folder)
  return (await exists(path)) ? await readJsonLines<ProfileChange>(path) : []
}

export async function readDiff(folder: string): Promise<RecordedDiff> {
  const headFiles = await readJsonLines<[string, string]>(headFilesIn(folder))
  return {
    changes: await readChanges(folder),
    headFiles: new Map(headFiles),
    profiles: await readProfiles(folder),
  }
}

/** What was undeployed when the diff was made lies beside it: the next set follows from both. */
export async function writeUndeployed(
  folder: string,
  undeployed: readonly UndeployedComponent[],
): Promise<void> {
  await writeJsonLines(undeployedIn(folder), undeployed)
}

export async function readUndeployed(folder: string): Promise<UndeployedComponent[]> {
  return await readJsonLines<UndeployedComponent>(undeployedIn(folder))
}
