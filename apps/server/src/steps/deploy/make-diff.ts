import { type ObjectReader, openObjectReader } from '@sluice/git/cat-file'
import { type ComponentChange, componentChanges } from '@sluice/metadata/diff/component-changes'
import { divideDelta } from '@sluice/metadata/divide-delta'
import { asReturned } from '@sluice/metadata/org-values/stored-form'
import { isIncluded } from '@sluice/metadata/include-specs'
import { componentOfPath } from '@sluice/metadata/paths'
import { type MetadataDirectory, metadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { listMetadataFiles } from '../session/metadata-directory.ts'
import { compareWithOrg, sideOf } from '../org-changes/org-changes.ts'
import { readOrgFiles } from '../org/org-files/read-org-files.ts'
import { readRetrieved } from '../org/retrieve/full-retrieve.ts'
import { requestedBy } from '../org/retrieve/requested.ts'
import { findPlaces, inOneSpelling } from '../branch-changes/case-clashes.ts'
import { countUnchanged, writeUnchanged } from './count-unchanged.ts'
import { writeDeploymentPlan } from './deployment-plan.ts'
import { writeDiff } from './diff-record.ts'
import type { DiffInput } from './flow-out-tasks.ts'
import { findFlowChanges, withoutStatusChanges } from '../branch-changes/flow-changes.ts'
import { type HeadDiff, changesByHistory } from '../branch-changes/history-diff.ts'
import { findProfileDeltas, withoutEqualProfiles } from '../branch-changes/profile-deltas.ts'

/** Leaves in its folder what a flow out has to bring to the org, but never what the include specs at head leave out. */
export async function makeDiff(input: DiffInput, signal: AbortSignal): Promise<void> {
  const { head, from, specs } = input
  const repository = { gitDir: input.gitDir }
  const directory = metadataDirectory(input.metadataDirectory)
  const reader = openObjectReader(repository, { signal })
  try {
    const {
      changes: found,
      headFiles,
      spellings,
      baseOf,
    } = 'retrieved' in from
      ? await changesByOrg({ ...input, ...from, directory, signal }, reader)
      : await changesByHistory({ repository, reader, directory, head, ...from, signal })
    const included = found.filter((change) => isIncluded(specs, change.identity))
    const deployable = inOneSpelling(included, { directory, spellings })
    const leavesInOrg = 'retrieved' in from && !from.deletes
    const onlyInOrg = leavesInOrg ? deployable.filter(isDeletion) : []
    const toDeploy = leavesInOrg ? deployable.filter((change) => !isDeletion(change)) : deployable
    const profiles = await findProfileDeltas(toDeploy, { headFiles, reader, baseOf, revokes: !leavesInOrg })
    const flows = await findFlowChanges(toDeploy, { headFiles, reader, baseOf })
    const changes = withoutEqualProfiles(withoutStatusChanges(toDeploy, flows), profiles)
    const division = divideDelta(changes, headFiles.keys())
    // A diff by history has only the files of the folders in which something changed.
    const allFiles = 'retrieved' in from ? headFiles : await listMetadataFiles(reader, head, directory)
    const unchanged = countUnchanged(allFiles.keys(), { specs, changes: [...changes, ...onlyInOrg] })
    await writeDiff(input.folder, { changes, headFiles, profiles, onlyInOrg })
    await writeUnchanged(input.folder, unchanged)
    await writeDeploymentPlan(input.folder, { flows, division })
  } finally {
    await reader.close()
  }
}

const isDeletion = ({ changeType }: ComponentChange): boolean => changeType === 'Deleted'

interface OrgRequest extends Pick<DiffInput, 'head' | 'apiVersion' | 'specs' | 'sandboxName'> {
  readonly directory: MetadataDirectory
  readonly retrieved: string
  readonly signal: AbortSignal
}

/** The other direction of a flow in without parity: what the branch has is what the org must become. */
async function changesByOrg(
  { head, apiVersion, retrieved, specs, sandboxName, signal, directory }: OrgRequest,
  reader: ObjectReader,
): Promise<HeadDiff> {
  const headFiles = await listMetadataFiles(reader, head, directory)
  const { plan, archives, leftOut } = await readRetrieved(retrieved)
  const form = { ...asReturned, sandboxName }
  const org = await readOrgFiles({
    archives,
    specs,
    planned: plan.members,
    beside: plan.beside,
    apiVersion,
    form,
    parity: headFiles,
    signal,
  })
  const comparison = await compareWithOrg({
    parityFiles: headFiles,
    read: (hash) => reader.read(hash),
    org,
    planned: plan.members,
    isRequested: requestedBy({ plan, leftOut }, specs),
    overlay: new Map(),
    form,
    apiVersion,
  })
  const files = comparison.changes.map(({ path, before, after }) => ({
    path,
    before: sideOf(after),
    after: before,
  }))
  const cameOrWent = files
    .filter(({ before, after }) => before === null || after === null)
    .map(({ path }) => path)
  const changes = componentChanges(files, {
    isPresent: (side, bundle) => hasFileBelow(side === 'before' ? org.keys() : headFiles.keys(), bundle),
  })
  const spellings = await findPlaces(reader, head, { directory, paths: cameOrWent })
  const inOrg = new Map(files.map(({ path, before }) => [path, before]))
  const baseOf = async (path: string) => {
    const side = inOrg.get(path)
    return side instanceof Uint8Array ? side : null
  }
  return { changes, headFiles, spellings, baseOf }
}

function hasFileBelow(paths: Iterable<string>, directory: string): boolean {
  for (const path of paths) if (path.startsWith(directory) && componentOfPath(path) !== null) return true
  return false
}
