import type { BlamedElement, repository } from '@sluice/contract/repository'
import { type BlamedCommit, blameFile } from '@sluice/git/blame'
import { handler } from '../../api/handler.ts'
import { AppError } from '../../platform/app-error.ts'
import { momentOf, subjectOf } from '../commit-views.ts'
import { elementsTask, type NamedElement } from '../element-tasks.ts'
import { runWithin } from '../element-threads.ts'
import { readFileAt } from '../file-content.ts'
import { readObjects, readRepository } from '../open-repository.ts'
import { commitOf } from '../revision.ts'

export const getBlame = handler<typeof repository.getBlame>(async (ctx, call) =>
  readRepository(ctx, call, async (opened) => {
    const { onDisk, signal, components } = opened
    const { revision, path } = call.query
    const commitHash = await commitOf(onDisk, revision)
    const file = await readObjects(opened, async (reader) => readFileAt(reader, commitHash, path))
    if (file?.kind !== 'text') throw new AppError('entityNotFound')
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
  const commitOfLine: number[] = []
  for (const { firstLine, lineCount, commit } of lines)
    for (let line = firstLine; line < firstLine + lineCount; line += 1) commitOfLine[line] = commit
  const dateOf = (commit: number) => commits[commit]?.date.getTime() ?? 0
  const newer = (a: number, b: number) => (dateOf(b) > dateOf(a) ? b : a)
  return elements.flatMap((element) => {
    const [first, ...others] = commitOfLine.slice(element.firstLine, element.lastLine + 1)
    if (first === undefined) return []
    return [{ ...element, commit: others.reduce(newer, first) }]
  })
}
