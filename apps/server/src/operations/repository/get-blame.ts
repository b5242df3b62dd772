import type { BlamedElement, repository } from '@sluice/contract/repository'
import { type BlamedCommit, blameFile } from '@sluice/git/blame'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { momentOf, subjectOf } from '../../repository/commit-views.ts'
import { elementsTask, type NamedElement } from '../../repository/element-tasks.ts'
import { runWithin } from '../../repository/element-threads.ts'
import { readFileAt } from '../../repository/file-content.ts'
import { newestLineIn } from '../../repository/newest-line.ts'
import { readObjects, readRepository } from '../../repository/open-repository.ts'
import { commitOf } from '../../repository/revision.ts'

const lineFeed = 10
/** Each may have a commit of its own in the answer. */
const linesAtMost = 50_000

export const getBlame = handler<typeof repository.getBlame>(async (ctx, call) =>
  readRepository(ctx, call, async (opened) => {
    const { onDisk, signal, components } = opened
    const { revision, path } = call.query
    const commitHash = await commitOf(onDisk, revision)
    const file = await readObjects(opened, async (reader) => readFileAt(reader, commitHash, path))
    if (file?.kind !== 'text') throw new AppError('entityNotFound')
    if (countLines(file.content) > linesAtMost)
      throw new AppError('repositoryNotSupported', {
        detail: 'The file has too many lines to be blamed here.',
      })
    const lines = await blameFile(onDisk, { commitHash, path, signal })
    const places = new Map(lines.map(({ commit }) => [commit, 0]))
    const commits = [...places.keys()]
    commits.forEach((commit, index) => places.set(commit, index))
    const blamed = lines.map(({ commit, ...run }) => ({ ...run, commit: places.get(commit) ?? 0 }))
    const elements = components.isMetadataXml(path)
      ? await runWithin(elementsTask, { content: file.content })
      : null
    return {
      commits: commits.map(viewCommit),
      lines: blamed,
      elements: elements && blameElements(elements, { lines: blamed, commits }),
    }
  }),
)

const viewCommit = (commit: BlamedCommit) => ({
  hash: commit.hash,
  subject: subjectOf(commit.subject),
  authorName: commit.authorName,
  authoredUtc: momentOf(commit.date),
})

interface Blame {
  /** With the place of their commit. */
  readonly lines: readonly { firstLine: number; lineCount: number; commit: number }[]
  readonly commits: readonly BlamedCommit[]
}

/** Gives each element the newest commit that wrote one of its lines. */
function blameElements(elements: readonly NamedElement[], { lines, commits }: Blame): BlamedElement[] {
  const commitOfLine = lines.flatMap(({ lineCount, commit }) => Array<number>(lineCount).fill(commit))
  const newest = newestLineIn(commitOfLine.map((commit) => commits[commit]?.date.getTime() ?? 0))
  return elements.flatMap((element) => {
    const line = newest(element.firstLine - 1, element.lastLine)
    return line === null ? [] : [{ ...element, commit: commitOfLine[line] ?? 0 }]
  })
}

function countLines(content: Uint8Array): number {
  let count = 1
  for (let at = content.indexOf(lineFeed); at >= 0; at = content.indexOf(lineFeed, at + 1)) count += 1
  return count
}
