import type { FolderEntry } from '@sluice/contract/repository'
import { Link } from '@tanstack/react-router'
import { File, Folder, FolderGit2, Link2 } from 'lucide-react'
import type { Column } from '../../platform/tables/column.ts'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import type { Place } from './file.query.ts'
import { visibleText } from './visible-text.ts'

type Row = FolderEntry & { id: string }

const icons = { folder: Folder, file: File, link: Link2, submodule: FolderGit2 }
const kinds = { folder: 'Folder', file: 'File', link: 'Symbolic link', submodule: 'Submodule' }

export const entryColumns = (folder: Place): readonly Column<Row>[] => [
  { id: 'name', label: 'Name', width: 'auto', cell: (entry) => <Name entry={entry} folder={folder} /> },
  { id: 'kind', label: 'Kind', width: '9rem', cell: ({ kind }) => kinds[kind] },
]

function Name({ entry: { name, kind }, folder }: { entry: Row; folder: Place }) {
  const { revision } = folder
  const params = { ...useStackParams(), revision }
  const path = folder.path === '' ? name : `${folder.path}/${name}`
  const Icon = icons[kind]
  const text = visibleText(name)
  const classes = 'hover:text-accent-fg truncate hover:underline'
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden className="text-fg-3 size-4 shrink-0" />
      {kind === 'folder' ? (
        <Link
          to={`${stackPath}/repository/tree/$revision`}
          params={params}
          search={{ path }}
          className={classes}
          title={text}
        >
          {text}
        </Link>
      ) : (
        <Link
          to={`${stackPath}/repository/file/$revision`}
          params={params}
          search={{ path, view: 'code' }}
          className={classes}
          title={text}
        >
          {text}
        </Link>
      )}
    </span>
  )
}
