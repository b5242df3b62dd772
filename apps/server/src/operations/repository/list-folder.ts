import type { repository } from '@sluice/contract/repository'
import { entriesOfFolder, entryAtPath, type FolderEntry } from '@sluice/git/browse-tree'
import { handler } from '../operation.ts'
import { AppError } from '../../platform/app-error.ts'
import { readObjects, readRepository } from '../../repository/open-repository.ts'
import { commitOf } from '../../repository/revision.ts'

const pageSize = 1_000

export const listFolder = handler<typeof repository.listFolder>(async (ctx, call) =>
  readRepository(ctx, call, async (opened) => {
    const { revision, path, skip } = call.query
    const hash = await commitOf(opened.onDisk, revision)
    const all = await readObjects(opened, async (reader) => {
      const folder = await entryAtPath(reader, hash, path)
      if (folder?.kind !== 'folder') throw new AppError('entityNotFound')
      return foldersFirst(await entriesOfFolder(reader, folder.hash))
    })
    const entries = all.slice(skip, skip + pageSize).map(({ name, kind }) => ({ name, kind }))
    const nextSkip = skip + pageSize < all.length ? skip + pageSize : null
    return { hash, entries, total: all.length, nextSkip }
  }),
)

const foldersFirst = (entries: readonly FolderEntry[]): FolderEntry[] => [
  ...entries.filter(({ kind }) => kind === 'folder'),
  ...entries.filter(({ kind }) => kind !== 'folder'),
]
