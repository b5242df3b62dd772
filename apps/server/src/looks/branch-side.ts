import { type ObjectReader } from '@sluice/git/cat-file'
import { changedPaths } from '@sluice/git/changed-paths'
import { countCommits } from '@sluice/git/count-commits'
import type { Repository } from '@sluice/git/git'
import { type Commit, listCommits } from '@sluice/git/log'
import type { ComponentChange } from '@sluice/metadata/diff/component-changes'
import { isIncluded } from '@sluice/metadata/include-specs'
import { momentOf, subjectOf } from '../repository/commit-views.ts'
import type { ListedCommit } from '../platform/database/schema/differences.ts'
import type { MetadataDirectory } from '@sluice/metadata/layout/metadata-directory'
import { inOneSpelling } from '../steps/branch-changes/case-clashes.ts'
import { findFlowChanges, withoutStatusChanges } from '../steps/branch-changes/flow-changes.ts'
import { changesByHistory } from '../steps/branch-changes/history-diff.ts'
import { findProfileDeltas, withoutEqualProfiles } from '../steps/branch-changes/profile-deltas.ts'
import type { Changer, Sides } from './difference-tasks.ts'

export interface ReadSides extends Sides {
  readonly repository: Repository
  readonly reader: ObjectReader
  readonly directory: MetadataDirectory
  readonly signal: AbortSignal
}

/** What the branch has and the org has not: what a flow out would deploy now. */
export async function changesOfBranch(sides: ReadSides): Promise<readonly ComponentChange[]> {
  const { reader, directory, specs } = sides
  const { changes, headFiles, spellings, baseOf } = await changesByHistory(sides)
  const included = changes.filter((change) => isIncluded(specs, change.identity))
  const toDeploy = inOneSpelling(included, { directory, spellings })
  const profiles = await findProfileDeltas(toDeploy, { headFiles, reader, baseOf, revokes: true })
  const flows = await findFlowChanges(toDeploy, { headFiles, reader, baseOf })
  return withoutEqualProfiles(withoutStatusChanges(toDeploy, flows), profiles)
}

const commitsListed = 50
/** Commits of which is read what they changed: authors of older ones are not named. */
const commitsRead = 500

/** The commits that the org was never offered, and who changed each file last. */
export interface CommitsAhead {
  readonly commitsAhead: number
  readonly commits: readonly ListedCommit[]
  /** By the path in the repository; a commit that only joins two others changes nothing. */
  readonly changers: ReadonlyMap<string, Changer>
}

export async function commitsOfBranch({
  repository,
  since,
  head,
  signal,
}: Pick<ReadSides, 'repository' | 'since' | 'head' | 'signal'>): Promise<CommitsAhead> {
  if (since === head) return { commitsAhead: 0, commits: [], changers: new Map() }
  const { onlyInTo } = await countCommits(repository, { from: since, to: head })
  const found = await listCommits(repository, { from: since, to: head, limit: commitsRead, signal })
  return {
    commitsAhead: onlyInTo,
    commits: found.slice(0, commitsListed).map(listedCommit),
    changers: await changersOf(repository, found),
  }
}

export function listedCommit({ hash, message, author }: Commit): ListedCommit {
  return {
    hash,
    subject: subjectOf(message),
    authorName: author.name,
    authoredUtc: momentOf(author.date),
  }
}

async function changersOf(
  repository: Repository,
  commits: readonly Commit[],
): Promise<ReadonlyMap<string, Changer>> {
  const single = commits.filter(({ parents }) => parents.length < 2)
  const changed = await changedPaths(
    repository,
    single.map(({ hash }) => hash),
  )
  const changers = new Map<string, Changer>()
  for (const { hash, author } of single) {
    const changer = { who: author.name, changedUtc: momentOf(author.date) }
    for (const { path } of changed.get(hash) ?? []) if (!changers.has(path)) changers.set(path, changer)
  }
  return changers
}
