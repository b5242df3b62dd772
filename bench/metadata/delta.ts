import { openObjectReader } from '@sluice/git/cat-file'
import type { Repository } from '@sluice/git/git'
import type { DeltaPlan } from '@sluice/metadata/delta'
import { writeDeltaArchive } from '../../apps/server/src/commands/flow-out/delta-archive.ts'
import { changesByHistory } from '../../apps/server/src/commands/flow-out/history-diff.ts'
import { metadataDirectory } from '../../apps/server/src/commands/steps/metadata-directory.ts'

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
  const directory = metadataDirectory('')
  try {
    const o = { reader, directory, since: from, head: to, undeployed: [] }
    const { changes, headFiles } = await changesByHistory(o)
    const diff = { changes, head: { commitHash: to, known: headFiles } }
    const request = { reader, directory, diff, excluded: [], apiVersion: '62.0' }
    const { plan } = await writeDeltaArchive(archive, request)
    return plan
  } finally {
    await reader.close()
  }
}
