import type { differences } from '@sluice/contract/difference'
import type { CommitSummary } from '@sluice/contract/repository'
import { changedPaths } from '@sluice/git/changed-paths'
import { listCommits } from '@sluice/git/log'
import type { FileVersions, ShownContent } from '../../context.ts'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { momentOf, subjectOf } from '../../repository/commit-views.ts'
import { differingFiles } from '../../repository/differing-files.ts'
import { readFileAt, shownContent } from '../../repository/file-content.ts'
import { type OpenRepository, readObjects, readRepository } from '../../repository/open-repository.ts'
import {
  type ListedComponent,
  unpackedComponents,
  unpackedFile,
  withoutPaths,
} from '../../differences/difference-lists.ts'
import { findDifference, findKeptFiles, type KeptFile } from '../../differences/difference-store.ts'

export const getComponent = handler<typeof differences.getComponent>(
  async (ctx, { params, caller, query }) => {
    const { workspaceId, environmentId } = params
    const found = await ctx.database.inWorkspace(workspaceId, caller.userId, async (tx) => {
      const row = await findDifference(tx, environmentId)
      const component = unpackedComponents(row?.components ?? null).find(
        (one) => one.componentType === query.componentType && one.componentName === query.componentName,
      )
      if (row === null || component === undefined) return null
      const kept = await findKeptFiles(tx, environmentId, component.paths)
      return { component, kept, since: row.sinceCommitHash, head: row.headCommitHash }
    })
    if (found === null) throw new AppError('entityNotFound')
    const { since, head } = found
    if (since === null || head === null) throw new AppError('entityNotFound')
    const detail = { ...found, since, head }
    return await readRepository(ctx, { params, caller, takesMirror: true }, async (opened) => {
      const component = withoutPaths(detail.component)
      const files = await filesOf(opened, detail)
      const asked = { ...detail.component, lines: query.lines }
      return {
        component,
        outbound: component.outbound === null ? [] : await differingFiles(opened, asked, files.outbound),
        inbound: component.inbound === null ? [] : await differingFiles(opened, asked, files.inbound),
        commits: await commitsOf(opened, detail),
      }
    })
  },
)

interface Detail {
  readonly component: ListedComponent
  readonly kept: readonly KeptFile[]
  readonly since: string
  readonly head: string
}

/** Each file of the component from what the org should have to the branch, and to what the org has. */
async function filesOf(
  opened: OpenRepository,
  { component, kept, since, head }: Detail,
): Promise<{ outbound: FileVersions[]; inbound: FileVersions[] }> {
  const versionOf = (side: KeptFile['side'], path: string): ShownContent | null | undefined => {
    const file = kept.find((one) => one.side === side && one.path === path)
    if (file === undefined) return undefined
    return file.content === null ? null : shownContent(unpackedFile(file.content))
  }
  return await readObjects(opened, async (reader) => {
    const outbound: FileVersions[] = []
    const inbound: FileVersions[] = []
    for (const path of component.paths) {
      const inRepository = opened.components.inRepository(path)
      const expected = versionOf('expected', path)
      const before = expected === undefined ? await readFileAt(reader, since, inRepository) : expected
      const org = versionOf('org', path)
      outbound.push({ path: inRepository, before, after: await readFileAt(reader, head, inRepository) })
      inbound.push({ path: inRepository, before, after: org === undefined ? before : org })
    }
    return { outbound, inbound }
  })
}

const commitsAtMost = 50
const commitsSearched = 500

/** The newest commits ahead that changed one of the files, without those that only join two others. */
async function commitsOf(
  { onDisk, components, signal }: OpenRepository,
  { component, since, head }: Detail,
): Promise<CommitSummary[]> {
  if (component.outbound === null) return []
  const found = await listCommits(onDisk, { from: since, to: head, limit: commitsSearched, signal })
  const single = found.filter(({ parents }) => parents.length < 2)
  const changed = await changedPaths(
    onDisk,
    single.map(({ hash }) => hash),
  )
  const paths = new Set(component.paths.map((path) => components.inRepository(path)))
  return single
    .filter(({ hash }) => changed.get(hash)?.some(({ path }) => paths.has(path)))
    .slice(0, commitsAtMost)
    .map(({ hash, message, author }) => ({
      hash,
      subject: subjectOf(message),
      authorName: author.name,
      authoredUtc: momentOf(author.date),
    }))
}
