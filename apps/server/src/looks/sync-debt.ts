import { countCommits } from '@sluice/git/count-commits'
import { diffFolders } from '@sluice/git/diff-tree'
import type { Repository } from '@sluice/git/git'
import { listCommits } from '@sluice/git/log'
import { mergeBase } from '@sluice/git/merge-base'
import { componentKey } from '@sluice/metadata/component'
import { componentOfPath } from '@sluice/metadata/paths'
import type { Debt } from '../platform/database/schema/differences.ts'
import { momentOf } from '../repository/commit-views.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'

/** Older commits than so many are not looked at for their date. */
const commitsRead = 1_000

interface TwoBranches {
  readonly repository: Repository
  readonly directory: MetadataDirectory
  readonly production: string
  readonly sandbox: string
}

/** What the branch of production has that the branch of a sandbox lacks. What came there in another way is not lacking. */
export async function syncDebt({ repository, directory, production, sandbox }: TwoBranches): Promise<Debt> {
  const { onlyInTo: commits } = await countCommits(repository, { from: sandbox, to: production })
  if (commits === 0) return { commits, components: 0, oldestUtc: null }
  const listed = await listCommits(repository, { from: sandbox, to: production, limit: commitsRead })
  const dates = listed.flatMap(({ author }) => momentOf(author.date) ?? [])
  const path = directory.folder
  const shared = await mergeBase(repository, sandbox, production)
  const ofProduction = await diffFolders(repository, { from: shared, to: production, path, anyMode: true })
  const differing = await diffFolders(repository, { from: sandbox, to: production, path, anyMode: true })
  const paths = new Set(differing.map((file) => file.path))
  const components = new Set(
    ofProduction
      .filter((file) => paths.has(file.path))
      .flatMap((file) => {
        const component = componentOfPath(directory.below(file.path) ?? '')
        return component === null ? [] : componentKey(component.identity)
      }),
  )
  return { commits, components: components.size, oldestUtc: dates.toSorted()[0] ?? null }
}
