import type { repository } from '@sluice/contract/repository'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { readFileAt } from '../../repository/file-content.ts'
import { readObjects, readRepository } from '../../repository/open-repository.ts'
import { commitOf } from '../../repository/revision.ts'
import { textOf } from '../../repository/text.ts'

export const getFile = handler<typeof repository.getFile>(async (ctx, call) =>
  readRepository(ctx, call, async (opened) => {
    const { revision, path } = call.query
    const hash = await commitOf(opened.onDisk, revision)
    const file = await readObjects(opened, async (reader) => readFileAt(reader, hash, path))
    if (file === null) throw new AppError('entityNotFound')
    const { kind, content, sizeBytes } = file
    const component = opened.components.componentOf(path)
    return { hash, kind, sizeBytes, component, ...textOf(content) }
  }),
)
