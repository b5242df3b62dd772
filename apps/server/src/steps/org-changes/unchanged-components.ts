import { type ComponentIdentity, componentKey } from '@sluice/metadata/component'
import { JobFailure } from '../../durable/run-errors.ts'
import type { FileHashes } from '../session/metadata-directory.ts'
import type { OrgFiles } from '../org/org-files/org-files.ts'
import type { RetrievePlan } from '../org/retrieve/retrieve-plan.ts'
import { keyOfMember } from '../org/retrieve/unchanged/component-stamps.ts'
import { digestOfFiles, pathsOfDated } from '../org/retrieve/unchanged/file-digests.ts'
import {
  type KnownComponent,
  type KnownComponents,
  writeKnownComponents,
} from '../org/retrieve/unchanged/known-components.ts'
import { knownIn } from './org-commits-record.ts'
import type { OrgChange } from './org-changes.ts'

interface UnchangedIn {
  readonly plan: Pick<RetrievePlan, 'members' | 'unchangedSince'>
  /** The commit that the org is compared with, and its files. */
  readonly base: string
  readonly parityFiles: FileHashes
}

/** Components that were not retrieved because they are unchanged have the files of the branch. */
export function addUnchanged(org: OrgFiles, { plan, base, parityFiles }: UnchangedIn): void {
  const unchanged = new Set(plan.members.filter((member) => member.isUnchanged).map(keyOfMember))
  if (unchanged.size === 0) return
  if (plan.unchangedSince !== base)
    throw new JobFailure('The history of the branch was rewritten while the job ran. Run the job again.')
  for (const [key, paths] of pathsOfDated(parityFiles.keys())) {
    if (!unchanged.has(key)) continue
    for (const path of paths) if (!org.has(path)) org.addSame(path)
  }
}

interface RememberedFlow {
  readonly plan: Pick<RetrievePlan, 'members' | 'typeStamps'>
  readonly org: OrgFiles
  readonly parityFiles: FileHashes
  readonly changes: readonly Pick<OrgChange, 'path' | 'after'>[]
  /** Components of which branch and org differ after the flow. */
  readonly undeployed: readonly ComponentIdentity[]
}

/** Writes what the next flow in may take as unchanged into the folder of the commits. */
export async function rememberComponents(folder: string, flow: RememberedFlow): Promise<void> {
  await writeKnownComponents(knownIn(folder), componentsToRemember(flow))
}

/**
 * What the next flow in may take as unchanged: components with a date that proves something, of which the org returned every
 * file that the branch has of them now.
 */
function componentsToRemember(flow: RememberedFlow): KnownComponents {
  const { plan, org, undeployed } = flow
  const files = filesAfter(flow)
  const paths = pathsOfDated(files.keys())
  const differing = new Set(undeployed.map(componentKey))
  const components = new Map<string, KnownComponent>()
  for (const member of plan.members) {
    const key = keyOfMember(member)
    const own = paths.get(key)
    if (member.stamp === undefined || own === undefined || differing.has(key)) continue
    if (own.every((path) => org.has(path)))
      components.set(key, { stamp: member.stamp, files: digestOfFiles(files, own) })
  }
  return { types: plan.typeStamps ?? {}, components }
}

function filesAfter({ parityFiles, changes }: RememberedFlow): FileHashes {
  const files = new Map(parityFiles)
  for (const { path, after } of changes) {
    if (after === null) files.delete(path)
    else files.set(path, after.hash)
  }
  return files
}
