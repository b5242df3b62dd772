import { Link } from '@tanstack/react-router'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import type { Place } from './file.query.ts'

const views = { code: 'Code', blame: 'Blame', elements: 'Elements' } as const

export type FileView = keyof typeof views

const viewClasses =
  'text-fg-2 hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:text-fg flex h-7 items-center rounded-md px-2.5 aria-[current=page]:font-medium'

/** The ways to look at a file: its text, who wrote each line, and who changed each element of metadata. */
export function FileViews({ revision, path, view: shown }: Place & { view: FileView }) {
  const params = { ...useStackParams(), revision }
  const offered: readonly FileView[] = ['code', 'blame', 'elements']
  return (
    <nav aria-label="View" className="flex gap-0.5 pb-2">
      {offered.map((view) => (
        <Link
          key={view}
          to={`${stackPath}/repository/file/$revision`}
          params={params}
          search={{ path, view }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={view === shown ? 'page' : undefined}
          className={viewClasses}
        >
          {views[view]}
        </Link>
      ))}
    </nav>
  )
}
