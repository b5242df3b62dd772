import type { repository } from '@sluice/contract/repository'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { type FileContent, readFileAt } from '../../repository/file-content.ts'
import { linesThatDiffer, sentencesAbout, type TwoVersions } from '../../repository/file-difference.ts'
import { readObjects, readRepository } from '../../repository/open-repository.ts'
import { commitOf } from '../../repository/revision.ts'

export const getDifference = handler<typeof repository.getDifference>(async (ctx, call) =>
  readRepository(ctx, call, async (opened) => {
    const { path } = call.query
    const from = call.query.from === undefined ? null : await commitOf(opened.onDisk, call.query.from)
    const to = await commitOf(opened.onDisk, call.query.to)
    const versions = await readObjects(opened, async (reader) => ({
      before: from === null ? null : await readFileAt(reader, from, path),
      after: await readFileAt(reader, to, path),
    }))
    const kind = kindOf(versions)
    if (kind === null) throw new AppError('entityNotFound')
    if (kind !== 'text') return { kind, hunks: [], isCut: false, sentences: null, sentenceCount: 0 }
    const lines = await linesThatDiffer(opened, versions, call.query.lines)
    const said = await sentencesAbout(opened, path, versions)
    return { kind, ...lines, sentences: said?.sentences ?? null, sentenceCount: said?.count ?? 0 }
  }),
)

/** The kind of the version that cannot be shown as text, else text; null where neither side has the file. */
function kindOf({ before, after }: TwoVersions): FileContent['kind'] | null {
  const kinds = [after, before].flatMap((version) => (version === null ? [] : [version.kind]))
  return kinds.find((kind) => kind !== 'text') ?? kinds[0] ?? null
}
