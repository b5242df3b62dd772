import { openObjectReader } from '@sluice/git/cat-file'
import type { FileChange } from '@sluice/git/diff-tree'
import type { Repository } from '@sluice/git/git'
import type { DeltaPlan } from '@sluice/metadata/delta'
import { inOneSpelling } from '../../apps/server/src/steps/branch-changes/case-clashes.ts'
import { writeDeltaArchive } from '../../apps/server/src/steps/deploy/delta-archive.ts'
import { changesByHistory } from '../../apps/server/src/steps/branch-changes/history-diff.ts'
import { findProfileDeltas } from '../../apps/server/src/steps/branch-changes/profile-deltas.ts'
import { metadataDirectory } from '@sluice/metadata/layout/metadata-directory'

export interface DeltaTask {
  readonly repository: Repository
  readonly from: string
  readonly to: string
  /** Where the archive goes. */
  readonly archive: string
}

/** The product's way from two commits to the archive of a deployment; a job also opens the reader a second time. */
export async function writeDelta({ repository, from, to, archive }: DeltaTask): Promise<DeltaPlan> {
  const reader = openObjectReader(repository)
  const directory = metadataDirectory({ path: '', layout: 'Packages' })
  const o = { repository, reader, directory }
  try {
    const { changes, headFiles, spellings, baseOf } = await changesByHistory({
      ...o,
      since: from,
      head: to,
      undeployed: [],
    })
    const deployable = inOneSpelling(changes, { directory, spellings })
    const profiles = await findProfileDeltas(deployable, { headFiles, reader, baseOf, revokes: true })
    const given = { reader, changes: deployable, headFiles, profiles, excluded: [], apiVersion: '62.0' }
    const none = { targetFiles: new Map(), flowVersions: new Map() }
    const { plan } = await writeDeltaArchive(archive, { ...given, ...none })
    return plan
  } finally {
    await reader.close()
  }
}

/** Blobs on both sides of a comparison. */
export function blobsOf(files: readonly FileChange[]): string[] {
  return files.flatMap(({ oldHash, newHash }) => [oldHash, newHash].filter((hash) => hash !== null))
}
